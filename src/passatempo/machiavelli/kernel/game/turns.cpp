// Turns played by counts of cards.
// Twin: machiavelli/game/turns.py
#include "game/turns.hpp"

namespace passatempo::machiavelli {

std::vector<int> listed(const Ranks& cards) {
    std::vector<int> found;
    for (int c = 0; c < deck; ++c) found.insert(found.end(), cards[c % ranks][c / ranks], c);
    return found;
}

Told bot_turn(Croupier& croupier, Game& game, Bot bot, Budget& budget) {
    const Choice choice = croupier.choose(game, bot, budget);
    Told told;
    const bool draws = game.stock_left() && !croupier.rules().draws_first;
    told.did = choice.size > 0 ? Did::laid : draws ? Did::drew : Did::passed;
    if (choice.size > 0) {
        told.laid = listed(choice.cards);
        told.table = game.groups = croupier.arranged(game, choice, budget);
    }
    croupier.play(game, choice, budget);
    return told;
}

}  // namespace passatempo::machiavelli
