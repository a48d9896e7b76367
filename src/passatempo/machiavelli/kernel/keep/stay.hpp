// The play of a known greatest value that lets most groups of the table stay: depth-first search over thirteen ranks.
#pragma once

#include <deque>

#include "keep/hope.hpp"
#include "keep/tolls.hpp"
#include "lay/lay.hpp"

namespace passatempo::machiavelli {

// A state between two ranks is what `Player` keeps, and which groups reach over from the one to the other. A search
// that is not over soon is begun again with tolls: with them the bound is so near that first the most groups which it
// allows are asked for, then one fewer each time.
class Stayer {
public:
    // Look for a play of this value, which is the greatest, in which more than `most` groups stay, and as many as can:
    // as far as the budget goes. False where the groups, copies or values are too many for this search.
    bool find(const Melds& groups, const std::vector<std::size_t>& chosen, const Turn& turn, const Ranks& must,
              Value value, int most, Budget& budget);

    bool found() const { return found_; }

    // No more groups can stay, as far as is known.
    int bound() const { return budget_->stop() == Stop::done ? best_ : std::max(best_, enough_); }

    // Where one was found: the groups that stay, and the rest.
    const std::vector<std::size_t>& staying() const { return staying_; }
    Laid rest(const Melds& groups, const Turn& turn) const;

    std::size_t held() const;

private:
    using Masks = std::uint16_t;  // of slots, three bits a suit

    struct Start {
        int state = 0;
        int before = 0;                 // cards of the last rank laid before the first
        std::vector<std::size_t> past;  // groups that stay and go on past the last place
        const Hopes* hopes = nullptr;
        Hope hope;
        const Lane* lane = nullptr;

        int parts(Gain loss) const { return hope.with(loss) + Standing::whole * static_cast<int>(past.size()); }
    };
    // What a suit can do alone; states and masks as they stand among those of all suits.
    struct Option {
        Hope most, later;          // with what it gains at this place, and from the next one on
        int code, kept;            // of the cards left, and how many groups are added
        std::uint8_t cards, used;  // in new runs, and in groups that stay: two bits a suit
        two::Runs next;
        Masks masks, added;
        Value toll = 0, later_toll = 0;  // where tolls are asked, the same as `most` and `later`
    };
    struct Options {
        static constexpr int most = Standing::masks * (two::copies + 1);

        std::array<Option, most> all;
        int size = 0;
    };
    struct Choice {
        Gain gain;
        two::Runs next;
        Masks masks, added;
        std::uint8_t cards, used;      // two bits a suit
        std::uint8_t sets, kept_sets;  // a mask of the rank's sets
        std::int16_t kept, most;       // groups: that stay by this choice, and that may from here on
    };
    struct Known {
        std::uint32_t generation = 0, key = 0;
        Gain need = 0;
        int kept = 0;
        bool exact = false;
    };
    // What some suits come to together.
    struct Sum {
        Value toll = 0;
        Gain value = 0;
        std::array<int, 2> parts{};

        Sum with(const Option& option) const {
            return {toll + option.toll,
                    value + option.most.value,
                    {parts[0] + option.most.parts[0], parts[1] + option.most.parts[1]}};
        }
    };
    struct Aim {
        Gain need;
        Value toll;
        int parts;
    };
    // What the sets of a rank give where the suits leave cards to them, by the code of these; looked up once.
    struct Leave {
        Gain gain = unknown;
        std::uint8_t kept = 0;
    };
    static constexpr Gain unknown = never - 1;
    using Picked = std::array<const Option*, suits>;
    static constexpr std::uint64_t soon = 500;   // nodes; tolls cost as much as some hundred
    static constexpr std::size_t most_past = 6;  // groups of a suit that go on past the last place
    static constexpr std::size_t entries = std::size_t{1} << 14;

    bool list_starts(int suit, Budget& budget);
    void list_starts(int suit, int before, const std::vector<std::size_t>& past, Budget& budget);
    void lay_past(int suit, const std::vector<std::size_t>& stay);
    Gain bound_groups();
    void ask_tolls();
    void list_leavings(int place);
    void search_from_above(Gain all, Budget& budget);
    void add_start(int suit, int state, int finish, int before, const std::vector<std::size_t>& past, Budget& budget);
    void try_starts(int suit, Gain value, Value toll, int kept, Budget& budget);
    void try_start(int kept);
    void forget();
    static int mask_in(Masks masks, int suit) { return masks >> 3 * suit & (Standing::masks - 1); }
    int search(int place, two::Runs runs, Masks masks, Gain need, int kept, int wanted);
    bool ends(two::Runs runs) const;
    const Known* known(std::uint32_t key) const;
    void list_options(int place, int suit, const Reach& reach);
    void list(int place, two::Runs runs, Masks masks, Gain need, int wanted);
    void combine(int place, Gain need, int wanted);
    void list_rests();
    bool falls_short(const Sum& sum, int last, const Aim& aim) const;
    void settle(int place, const Picked& picked, Gain need, int wanted);
    const Leave& leave(int place, int code);
    bool over() const { return best_ >= enough_ || tired_ || budget_->stop() != Stop::done; }
    Gain gain(int place, const std::array<int, suits>& over, int sets) const;
    int keep_sets(int place, const std::array<int, suits>& over) const;
    void record(int kept);
    static std::size_t slot(std::uint32_t key) { return (key * 0x9E3779B1U) >> 18; }

    Basis basis_;
    Offer offer_;
    Standing standing_;
    Line line_;
    int first_ = 0;
    Gain value_ = 0;
    int best_ = 0;    // groups that stay in the best play found
    int enough_ = 0;  // more cannot
    Budget* budget_ = nullptr;
    two::Runs finish_ = 0;
    std::array<std::deque<Hopes>, suits> pool_;
    std::array<std::vector<Start>, suits> starts_;
    std::array<const Start*, suits> picked_{};
    Tolls tolls_;
    bool tolled_ = false;         // they are asked
    bool tired_ = false;          // they are to be
    std::uint64_t patience_ = 0;  // until so many nodes are spent
    std::array<Options, suits> options_;
    std::array<Sum, suits> rests_;
    std::array<std::array<Leave, 81>, ranks> leaves_;
    std::array<std::vector<Choice>, ranks> choices_;
    std::array<const Choice*, ranks> path_{};
    std::vector<Known> memory_;
    std::uint32_t generation_ = 0;
    bool found_ = false;

    std::array<Choice, ranks> play_{};
    std::array<Start, suits> begun_;
    std::vector<std::size_t> staying_;
};

}  // namespace passatempo::machiavelli
