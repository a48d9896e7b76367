// Jokers put in place of cards.
// Twin: machiavelli/reference/search.py
#include "lay/jokers.hpp"

namespace passatempo::machiavelli {

void put_jokers(Melds& melds, std::array<int, deck> wild) {
    for (auto meld = melds.rbegin(); meld != melds.rend(); ++meld)
        for (std::uint8_t& card : *meld)
            if (card < deck && wild[card] > 0) {
                --wild[card];
                card += joker_as;
            }
}

void add_melds_of_jokers(int jokers, Melds& melds) {
    while (jokers > 0) {
        const int size = jokers < 6 ? jokers : 3;
        Meld& meld = melds.emplace_back();
        for (int rank = 1; rank <= size; ++rank) meld.push_back(joker_as + card(0, rank));
        jokers -= size;
    }
}

std::vector<int> last_jokers(const Melds& melds, int most) {
    std::vector<int> found;
    for (auto meld = melds.rbegin(); meld != melds.rend(); ++meld)
        for (std::size_t k = meld->size(); k-- > 0;)
            if ((*meld)[k] >= joker_as && std::ssize(found) < most) found.push_back((*meld)[k]);
    return found;
}

}  // namespace passatempo::machiavelli
