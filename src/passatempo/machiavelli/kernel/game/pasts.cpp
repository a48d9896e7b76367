// For each seat a byte of flags, the cards drawn since, the number of groups, and the groups, each behind its length.
#include "pasts.hpp"

#include <algorithm>

#include "refuse.hpp"

namespace passatempo::machiavelli {

namespace {

enum Flag : std::uint8_t { drew = 1, holds_back = 2, known = 4 };

}  // namespace

std::vector<Past> pasts_of(const Pile& bytes, std::size_t seats, const MatchRules& rules) {
    std::vector<Past> pasts(seats);
    auto at = bytes.begin();
    const auto next = [&](std::ptrdiff_t size) {
        if (bytes.end() - at < size) refuse("pasts: one is cut short");
        at += size;
        return at - size;
    };
    for (Past& past : pasts) {
        const auto head = next(5);
        past = {(head[0] & drew) != 0, (head[0] & holds_back) != 0, (head[0] & known) != 0, head[1] | head[2] << 8, {}};
        Tally there{};
        for (int groups = head[3] | head[4] << 8; groups > 0; --groups) {
            const int size = *next(1);
            if (size == 0) refuse("pasts: a group is empty");
            const auto cards = next(size);
            past.then.emplace_back(cards, cards + size);
            for (const int c : past.then.back())
                if (c > deck && (c < joker_as || c >= joker_as + deck)) refuse("pasts: one is no card");
            count(there, past.then.back());
        }
        if (!no_more_than(there, rules)) refuse("pasts: more cards than there are");
    }
    if (at != bytes.end()) refuse("pasts: they are too long");
    return pasts;
}

Pile bytes_of(const std::vector<Past>& pasts) {
    Pile bytes;
    const auto put = [&](std::size_t number) {
        bytes.push_back(static_cast<std::uint8_t>(number));
        bytes.push_back(static_cast<std::uint8_t>(number >> 8));
    };
    for (const Past& past : pasts) {
        bytes.push_back(
            static_cast<std::uint8_t>(past.drew * drew | past.holds_back * holds_back | past.known * known));
        put(static_cast<std::size_t>(std::min(past.drawn, 0xFFFF)));
        put(past.then.size());
        for (const Pile& group : past.then) {
            bytes.push_back(static_cast<std::uint8_t>(group.size()));
            bytes.insert(bytes.end(), group.begin(), group.end());
        }
    }
    return bytes;
}

}  // namespace passatempo::machiavelli
