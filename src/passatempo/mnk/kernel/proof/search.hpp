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

struct NodeCounts {
    std::uint64_t node_count = 0;   // expanded in the game itself
    std::uint64_t probe_count = 0;  // expanded in weak games that were asked on the way
};

// Threads that search one state with one table: who is where, and when it is over.
class WorkerPool {
public:
    bool is_over() const { return is_over_.load(std::memory_order_relaxed); }
    bool is_visited(std::uint64_t key) const { return place(key).load(std::memory_order_relaxed) != 0; }
    void enter_state(std::uint64_t key) { slot_of(key).fetch_add(1, std::memory_order_relaxed); }
    void leave_state(std::uint64_t key) { slot_of(key).fetch_sub(1, std::memory_order_relaxed); }

#if !defined(__wasm__)
    // Ends the helpers and waits for them, however the main thread comes out of its search.
    class JoinGuard {
    public:
        JoinGuard(WorkerPool& worker_pool, std::vector<std::thread>& threads) : pool_(worker_pool), threads_(threads) {}
        JoinGuard(const JoinGuard&) = delete;
        JoinGuard& operator=(const JoinGuard&) = delete;
        ~JoinGuard() { join_threads(); }
        void join_threads() const {
            pool_.is_over_ = true;
            for (std::thread& thread : threads_)
                if (thread.joinable()) thread.join();
        }

    private:
        WorkerPool& pool_;
        std::vector<std::thread>& threads_;
    };
#endif

private:
    static constexpr std::size_t slot_count = std::size_t{1}
                                              << 14;  // few keys are busy at once: seldom two in one place

    std::atomic<std::int32_t>& slot_of(std::uint64_t key) { return visit_counts_[key % slot_count]; }
    const std::atomic<std::int32_t>& place(std::uint64_t key) const { return visit_counts_[key % slot_count]; }

    std::array<std::atomic<std::int32_t>, slot_count> visit_counts_{};
    std::atomic<bool> is_over_ = false;
};

// Being in a state, for as long as this lives.
class VirtualLoss {
public:
    VirtualLoss(WorkerPool* worker_pool, std::uint64_t key) : pool_(worker_pool), key_(key) {
        if (pool_ != nullptr) pool_->enter_state(key_);
    }
    VirtualLoss(const VirtualLoss&) = delete;
    VirtualLoss& operator=(const VirtualLoss&) = delete;
    ~VirtualLoss() {
        if (pool_ != nullptr) pool_->leave_state(key_);
    }

private:
    WorkerPool* pool_;
    std::uint64_t key_;
};

template <int W>
class ProofSearch {
public:
    // `memory`: bytes of the table at most. `symmetries`: may be empty; the identity is understood.
    ProofSearch(Budget& budget, std::size_t memory, Symmetries symmetries, const Reductions& reductions = {});

    struct CanonicalKey {  // of a state: its key, and the symmetry that leads to the state which bears it
        std::uint64_t key = 0;
        std::size_t symmetry = 0;
    };

    // Decide a state whose edges contain none of one another. Open: the budget, or `nodes` more, came first. `ply`: how
    // far it is from the root of the whole proof, since near the root states are named up to symmetry.
    Decision<W> solve_state(State<W> state, std::uint64_t nodes = ~std::uint64_t{0}, std::size_t ply = 0);

    CanonicalKey canonical_key_of(const State<W>& state, std::size_t ply) const;
    Mask<W> to_canonical(const Mask<W>& cells, std::size_t symmetry) const;
    Mask<W> from_canonical(const Mask<W>& cells, std::size_t symmetry) const;
    const Symmetries& symmetries() const { return symmetries_; }

    // The same by several threads; the helpers fill the table, this one answers. What helpers do counts as effort, but
    // not against `nodes`.
    Decision<W> solve_in_parallel(const State<W>& state, std::uint64_t nodes, std::size_t ply, int threads);

    // The moves that decided the state last solved, in the order of their search: one if the side to move gets its way,
    // else those that answer all. Empty where it was decided at a glance, by the weak game, or by one of its
    // components.
    std::vector<int> deciding_moves() const;

    const NodeCounts& node_counts() const { return node_counts_; }

    // Who is told how it stands; must live as long as the search.
    void set_watch(ProgressWatch& watch) { watch_ = &watch; }
    SearchProgress progress() const {
        return {node_counts_.node_count, node_counts_.probe_count, root_proof_,
                root_disproof_,          table_->byte_size(),      table_->fill_share()};
    }

    // Go on from a file and keep it up to date; it must live as long as the search. Not taken: start from nothing.
    Checkpoint::LoadResult resume_from(Checkpoint& checkpoint) {
        checkpoint_ = &checkpoint;
        return checkpoint.load_table(*table_, budget_);
    }
    bool save_checkpoint() { return checkpoint_->save_table(*table_, progress()); }

private:
    static constexpr int component_move = -1;  // a "move" to one component of the attacker's lines, who stays to move

    struct Child {
        int move = component_move;
        Mask<W> component_cells{};  // of a component
        CanonicalKey canonical_key;
        std::uint32_t proof = 1, disproof = 1, tree_size = 0;
        std::uint64_t order_weight = 0;
        bool is_visited = false;  // else the numbers are a guess
        bool is_pruned = false;   // answered by a carrier or a zone of another
        Decision<W> decision;
        Reduction<W> reduction;
    };
    struct Frame {
        State<W> state, next_state;
        std::vector<Child> children;
        ResidualState<W> residual_state;
        Mask<W> cell_union{}, common_cells{}, reply_cells{};
        int longest_win = 0;
    };
    struct ProofNumbers {
        std::uint32_t proof = 1, disproof = 1, tree_size = 0;
        Decision<W> decision;
    };

    struct MostProvingChild {
        Child* best_child = nullptr;
        std::uint32_t second_number = infinite;  // the number of the next one
        std::uint32_t open_count = 0;            // children
    };

    ProofNumbers search_node(std::size_t depth, const CanonicalKey& name, std::uint32_t proof_threshold,
                             std::uint32_t disproof_threshold, bool first_visit);
    MostProvingChild select_child(Frame& frame) const;
    bool refresh_children(Frame& frame);
    void use_table_hit(Child& child, const ProofEntry<W>& table_hit) const;
    std::uint32_t search_child(Frame& frame, std::size_t depth, std::uint32_t proof_threshold,
                               std::uint32_t disproof_threshold);
    void expand_node(Frame& frame, std::size_t depth);
    void make_child(const Frame& frame, const Child& child, State<W>& next) const;
    void guess_disproof(const Frame& frame, Child& child) const;
    void evaluate_child(Frame& frame, Child& child, std::size_t depth);
    void open(Child& child, const State<W>& next, const ResidualState<W>& outlook) const;
    void settle_child(Frame& frame, Child& child);
    bool is_covered_by(const Frame& frame, const Child& by, const Child& child) const;
    ProofNumbers sum_numbers(Frame& frame);
    Decision<W> conclude_node(Frame& frame, bool wins);
    std::optional<Decision<W>> probe_weak_game(std::size_t depth);
    Frame& frame_at(std::size_t depth);
    bool is_stopped() {
        return budget_.stop() != Stop::done || (is_helper_ && pool_->is_over()) ||
               node_counts_.node_count + node_counts_.probe_count >= effort_limit_;
    }

    Budget& budget_;
    ProgressWatch* watch_ = nullptr;
    Checkpoint* checkpoint_ = nullptr;
    Reductions reductions_;
    Reducer<W> reducer_;
    std::shared_ptr<ProofTable<W>> table_;  // of all threads
    WorkerPool* pool_ = nullptr;
    static constexpr std::size_t image_limit = 8;                           // of a board: the identity and seven others
    std::array<std::array<std::uint64_t, image_limit>, 64 * W> cell_keys_;  // of each cell and its images
    Symmetries symmetries_, inverses_;
    std::deque<Frame> frames_;  // one for each depth, kept for their memory
    NodeCounts node_counts_;
    std::uint64_t effort_limit_ = ~std::uint64_t{0};
    bool is_probe_ = false, is_strong_ = false, is_helper_ = false;
    std::size_t root_ply_ = 0;  // of the state being solved
    std::uint32_t root_proof_ = 0, root_disproof_ = 0;
};

}  // namespace passatempo::mnk::proof
