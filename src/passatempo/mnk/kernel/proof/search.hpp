// Who wins on two hypergraphs: does the attacker?
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#if !defined(__wasm__)
#include <thread>
#endif
#include <vector>

#include "budget.hpp"
#include "proof/checkpoint.hpp"
#include "proof/reduce.hpp"
#include "proof/table.hpp"

namespace passatempo::mnk::proof {

// Renamings of cells under which the lines of a board stay lines: for each cell its image.
using Symmetries = std::vector<std::vector<int>>;

struct Effort {
    std::uint64_t nodes = 0;   // expanded in the game itself
    std::uint64_t probes = 0;  // expanded in weak games that were asked on the way
};

// Threads that search one state with one table: who is where, and when it is over.
class Crew {
public:
    bool over() const { return over_.load(std::memory_order_relaxed); }
    bool busy(std::uint64_t key) const { return place(key).load(std::memory_order_relaxed) != 0; }
    void enter(std::uint64_t key) { place(key).fetch_add(1, std::memory_order_relaxed); }
    void leave(std::uint64_t key) { place(key).fetch_sub(1, std::memory_order_relaxed); }

#if !defined(__wasm__)
    // Ends the helpers and waits for them, however the main thread comes out of its search.
    class Ended {
    public:
        Ended(Crew& crew, std::vector<std::thread>& threads) : crew_(crew), threads_(threads) {}
        Ended(const Ended&) = delete;
        Ended& operator=(const Ended&) = delete;
        ~Ended() { wait(); }
        void wait() const {
            crew_.over_ = true;
            for (std::thread& thread : threads_)
                if (thread.joinable()) thread.join();
        }

    private:
        Crew& crew_;
        std::vector<std::thread>& threads_;
    };
#endif

private:
    static constexpr std::size_t places = std::size_t{1} << 14;  // few keys are busy at once: seldom two in one place

    std::atomic<std::int32_t>& place(std::uint64_t key) { return busy_[key % places]; }
    const std::atomic<std::int32_t>& place(std::uint64_t key) const { return busy_[key % places]; }

    std::array<std::atomic<std::int32_t>, places> busy_{};
    std::atomic<bool> over_ = false;
};

// Being in a state, for as long as this lives.
class Busy {
public:
    Busy(Crew* crew, std::uint64_t key) : crew_(crew), key_(key) {
        if (crew_ != nullptr) crew_->enter(key_);
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    ~Busy() {
        if (crew_ != nullptr) crew_->leave(key_);
    }

private:
    Crew* crew_;
    std::uint64_t key_;
};

template <int W>
class Search {
public:
    // `memory`: bytes of the table at most. `symmetries`: may be empty; the identity is understood.
    Search(Budget& budget, std::size_t memory, Symmetries symmetries, const Reductions& use = {});

    struct Name {  // of a state: its key, and the symmetry that leads to the state which bears it
        std::uint64_t key = 0;
        std::size_t symmetry = 0;
    };

    // Decide a state whose edges contain none of one another. Open: the budget, or `nodes` more, came first. `ply`: how
    // far it is from the root of the whole proof, since near the root states are named up to symmetry.
    Finding<W> solve(State<W> state, std::uint64_t nodes = ~std::uint64_t{0}, std::size_t ply = 0);

    Name name_of(const State<W>& state, std::size_t ply) const;
    Mask<W> there(const Mask<W>& cells, std::size_t symmetry) const;
    Mask<W> back(const Mask<W>& cells, std::size_t symmetry) const;
    const Symmetries& symmetries() const { return symmetries_; }

    // The same by several threads; the helpers fill the table, this one answers. What helpers do counts as effort, but
    // not against `nodes`.
    Finding<W> solve_together(const State<W>& state, std::uint64_t nodes, std::size_t ply, int threads);

    // The moves that decided the state last solved, in the order of their search: one if the side to move gets its way,
    // else those that answer all. Empty where it was decided at a glance, by the weak game, or by one of its
    // components.
    std::vector<int> answers() const;

    const Effort& effort() const { return effort_; }

    // Who is told how it stands; must live as long as the search.
    void tell(Watch& watch) { watch_ = &watch; }
    Standing standing() const {
        return {effort_.nodes, effort_.probes, root_proof_, root_disproof_, table_->bytes(), table_->full()};
    }

    // Go on from a file and keep it up to date; it must live as long as the search. Not taken: start from nothing.
    Checkpoint::Found resume(Checkpoint& checkpoint) {
        checkpoint_ = &checkpoint;
        return checkpoint.load(*table_, budget_);
    }
    bool save() { return checkpoint_->save(*table_, standing()); }

private:
    static constexpr int component = -1;  // a "move" to one component of the attacker's lines, who stays to move

    struct Child {
        int move = component;
        Mask<W> part{};  // of a component
        Name name;
        std::uint32_t proof = 1, disproof = 1, size = 0;
        std::uint64_t order = 0;
        bool looked = false;  // else the numbers are a guess
        bool gone = false;    // answered by a carrier or a zone of another
        Finding<W> found;
        Removed<W> removed;
    };
    struct Frame {
        State<W> state, next;
        std::vector<Child> children;
        Outlook<W> outlook;
        Mask<W> united{}, common{}, looked{};
        int longest = 0;
    };
    struct Numbers {
        std::uint32_t proof = 1, disproof = 1, size = 0;
        Finding<W> found;
    };

    struct Selected {
        Child* best = nullptr;
        std::uint32_t second = infinite;  // the number of the next one
        std::uint32_t open = 0;           // children
    };

    Numbers descend(std::size_t depth, const Name& name, std::uint32_t most_proof, std::uint32_t most_disproof,
                    bool first_visit);
    Selected select(Frame& frame) const;
    bool refresh(Frame& frame);
    void learn(Child& child, const Entry<W>& known) const;
    std::uint32_t deepen(Frame& frame, std::size_t depth, std::uint32_t most_proof, std::uint32_t most_disproof);
    void expand(Frame& frame, std::size_t depth);
    void make(const Frame& frame, const Child& child, State<W>& next) const;
    void guess(const Frame& frame, Child& child) const;
    void look(Frame& frame, Child& child, std::size_t depth);
    void open(Child& child, const State<W>& next, const Outlook<W>& outlook) const;
    void settle(Frame& frame, Child& child);
    bool covered(const Frame& frame, const Child& by, const Child& child) const;
    Numbers sum(Frame& frame);
    Finding<W> conclude(Frame& frame, bool wins);
    std::optional<Finding<W>> probe(std::size_t depth);
    Frame& frame_at(std::size_t depth);
    bool stopped() {
        return budget_.stop() != Stop::done || (helping_ && crew_->over()) || effort_.nodes + effort_.probes >= until_;
    }

    Budget& budget_;
    Watch* watch_ = nullptr;
    Checkpoint* checkpoint_ = nullptr;
    Reductions use_;
    Reducer<W> reducer_;
    std::shared_ptr<Table<W>> table_;  // of all threads
    Crew* crew_ = nullptr;
    static constexpr std::size_t most_images = 8;                         // of a board: the identity and seven others
    std::array<std::array<std::uint64_t, most_images>, 64 * W> numbers_;  // of each cell and its images
    Symmetries symmetries_, inverses_;
    std::deque<Frame> frames_;  // one for each depth, kept for their memory
    Effort effort_;
    std::uint64_t until_ = ~std::uint64_t{0};
    bool probing_ = false, strong_ = false, helping_ = false;
    std::size_t ply_ = 0;  // of the state being solved
    std::uint32_t root_proof_ = 0, root_disproof_ = 0;
};

}  // namespace passatempo::mnk::proof
