// Each new meld is the continuation of at most one old group; what the two share stays, all else is moved.
// Algorithm: assignment by the Hungarian method
// Twin: machiavelli/steps.py
#include "plan.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "keep/fewest_moves.hpp"

namespace passatempo::machiavelli {

namespace {

int kind(int c) { return std::min(c, deck); }

// The cards that both hold; a meld holds no card twice, but perhaps several jokers.
int shared(const Pile& meld, const Pile& group) {
    const std::set<int> cards(meld.begin(), meld.end()), others(group.begin(), group.end());
    int same = std::count_if(cards.begin(), cards.end(), [&](int c) { return others.contains(c); });
    if (cards.contains(deck) && others.contains(deck))
        same += std::min(std::count(meld.begin(), meld.end(), deck), std::count(group.begin(), group.end(), deck)) - 1;
    return same;
}

std::vector<Pile> kinds_of(const Piles& groups) {
    std::vector<Pile> found;
    for (const Pile& group : groups) found.push_back(kinds(group));
    return found;
}

// Remove and return a card, or for a joker the one that stands for the same, else any joker.
std::optional<std::uint8_t> remove(Pile& pile, int c) {
    auto at = std::find(pile.begin(), pile.end(), c);
    if (at == pile.end() && c >= deck) at = std::find_if(pile.begin(), pile.end(), [](int o) { return o >= deck; });
    if (at == pile.end()) return std::nullopt;
    const std::uint8_t old = *at;
    pile.erase(at);
    return old;
}

// The cards that the others do not hold, copy by copy; a joker equals the same one first, then any other.
Pile surplus(Pile cards, const Pile& others) {
    Pile unlike;
    for (const int c : others) {
        const auto at = std::find(cards.begin(), cards.end(), c);
        if (at == cards.end()) unlike.push_back(c);
        else cards.erase(at);
    }
    for (const int c : unlike) remove(cards, c);
    return cards;
}

// Take from a pile what is wanted of it; both shrink.
Step take(Pile& wanted, Pile& pile) {
    Step step;
    for (const int c : Pile(wanted)) {
        const auto old = remove(pile, c);
        if (!old) continue;
        wanted.erase(std::find(wanted.begin(), wanted.end(), c));
        step.take.push_back(c);
        step.was.push_back(*old);
    }
    return step;
}

// The cards of a place in the order of its meld, what does not belong there by suit and rank after them.
Pile in_order(Pile cards, const Pile& meld) {
    if (kinds(cards) == kinds(meld)) return meld;
    const auto key = [&](int c) {
        const auto last = std::find(meld.rbegin(), meld.rend(), c);
        const auto place = last == meld.rend() ? std::ssize(meld) : std::ssize(meld) - 1 - (last - meld.rbegin());
        return std::tuple(place, suit_of(c), rank_of(c));
    };
    std::stable_sort(cards.begin(), cards.end(), [&](int a, int b) { return key(a) < key(b); });
    return cards;
}

// A meld to be completed: what it still wants, and the group that it continues.
struct Job {
    int group;
    const Pile* meld;
    Pile wanted;
};

// The places of the table while cards go from one to another.
class Table {
public:
    Table(const Piles& before, const Piles& after, const Pile& laid, Budget& budget)
        : places_(before), goals_(before.size()), sources_(before.size() + 1), hand_(std::ssize(before)) {
        const std::vector<int> old = paired(before, after, budget);
        std::vector<bool> stays(before.size());
        for (std::size_t a = 0; a < after.size(); ++a) {
            if (old[a] >= 0) goals_[old[a]] = after[a];
            if (old[a] >= 0 && kinds(before[old[a]]) == kinds(after[a])) stays[old[a]] = true;
            else jobs_.push_back({old[a], &after[a], surplus(after[a], old[a] < 0 ? Pile() : before[old[a]])});
        }
        std::set<int> spare;
        for (std::size_t b = 0; b < before.size(); ++b) {
            if (!stays[b]) sources_[b] = surplus(before[b], goals_[b]);
            for (const int c : sources_[b]) spare.insert(kind(c));
        }
        sources_[hand_] = laid;
        const auto waits = [&](const Job& job) {  // melds that wait for the hand alone come last
            return std::none_of(job.wanted.begin(), job.wanted.end(), [&](int c) { return spare.contains(kind(c)); });
        };
        std::stable_partition(jobs_.begin(), jobs_.end(), [&](const Job& job) { return !waits(job); });
    }

    std::vector<Step> steps(Budget& budget) {
        std::vector<Step> found;
        for (Job& job : jobs_) {
            if (job.group < 0) {
                job.group = std::ssize(places_);
                places_.emplace_back();
            }
            Pile& grown = places_[job.group];
            for (int source = 0; source <= hand_ && !budget.poll(); ++source) {
                Step step = take(job.wanted, sources_[source]);
                if (step.take.empty()) continue;
                step.source = source == hand_ ? 0 : source + 1;
                step.target = job.group + 1;
                if (source != hand_) step.left = without(source, step.was);
                grown.insert(grown.end(), step.take.begin(), step.take.end());
                step.grown = grown = in_order(grown, *job.meld);
                found.push_back(std::move(step));
            }
        }
        return found;
    }

private:
    const Pile& without(int source, const Pile& cards) {
        return places_[source] = in_order(surplus(places_[source], cards), goals_[source]);
    }

    Piles places_, goals_;
    Piles sources_;  // what each place, and last the hand, has to give
    int hand_;
    std::vector<Job> jobs_;
};

}  // namespace

// Groups that lie there as before are paired first, which is never worse: if G were paired with B and A with the
// unchanged G, then |G and B| + |A and G| <= |G| + |A and B|. The others are an assignment problem.
std::vector<int> paired(const Piles& before, const Piles& after, Budget& budget) {
    const std::vector<Pile> old = kinds_of(before), melds = kinds_of(after);
    std::vector<int> found(after.size(), -1);
    std::vector<bool> gone(before.size());
    for (std::size_t a = 0; a < melds.size(); ++a)
        for (std::size_t b = 0; b < old.size() && found[a] < 0; ++b)
            if (!gone[b] && old[b] == melds[a]) {
                found[a] = b;
                gone[b] = true;
            }
    std::vector<int> rows;
    std::map<int, int> columns;  // their numbers
    std::vector<std::map<int, int>> gains;
    for (std::size_t a = 0; a < melds.size(); ++a) {
        if (found[a] >= 0 || budget.poll()) continue;
        std::map<int, int> gain;
        for (std::size_t b = 0; b < old.size(); ++b)
            if (const int same = gone[b] ? 0 : shared(melds[a], old[b]); same > 0) gain[b] = same;
        if (gain.empty()) continue;
        rows.push_back(a);
        for (const auto& [b, same] : gain) columns[b] = 0;
        gains.push_back(std::move(gain));
    }
    std::vector<int> groups;
    for (auto& [b, number] : columns) {
        number = groups.size();
        groups.push_back(b);
    }
    std::vector<std::vector<int>> matrix;
    for (const auto& gain : gains) {
        auto& row = matrix.emplace_back(groups.size());
        for (const auto& [b, same] : gain) row[columns[b]] = same;
    }
    const std::vector<int> chosen = assigned(matrix, budget);
    for (std::size_t k = 0; k < chosen.size(); ++k)
        if (chosen[k] >= 0 && matrix[k][chosen[k]] > 0) found[rows[k]] = groups[chosen[k]];
    return found;
}

int count_moved(const Piles& before, const Piles& after, Budget& budget) {
    const std::vector<int> old = paired(before, after, budget);
    int moved = 0;
    for (const Pile& group : before) moved += group.size();
    for (std::size_t a = 0; a < after.size(); ++a)
        if (old[a] >= 0) moved -= shared(kinds(after[a]), kinds(before[old[a]]));
    return moved;
}

std::vector<Step> plan(const Piles& before, const Piles& after, const Pile& laid, Budget& budget) {
    return Table(before, after, laid, budget).steps(budget);
}

}  // namespace passatempo::machiavelli
