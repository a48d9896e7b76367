// Every cell that is not promised free is as likely to hold a mine as any other.
// Algorithm: Fisher and Yates's shuffle
#include "play/minefield.hpp"

#include <algorithm>
#include <span>

namespace passatempo::minesweeper::play {

Stream stream_of(std::uint64_t seed, std::uint64_t index) {
    Stream games(seed);
    Stream game(games.word() ^ index);
    return Stream(game.word());
}

std::uint32_t Minefield::room(const Ground& ground, std::uint32_t first, bool opening) {
    return ground.size() - 1 - (opening ? ground.near(first).size() : 0);
}

void Minefield::lay(std::uint32_t mines, std::uint32_t first, bool opening, Stream& stream) {
    drawn_.assign(room(*ground_, first, opening), 0);
    std::fill_n(drawn_.begin(), mines, std::uint8_t{1});
    stream.shuffle(std::span(drawn_));
    for (std::uint32_t cell = 0, at = 0; cell < ground_->size(); ++cell)
        mine_[cell] = cell == first || (opening && ground_->sees(first, cell)) ? 0 : drawn_[at++];
}

std::uint8_t Minefield::number(std::uint32_t cell) const {
    std::uint8_t mines = 0;
    for (const std::uint32_t other : ground_->near(cell)) mines += mine_[other];
    return mines;
}

}  // namespace passatempo::minesweeper::play
