// Proof-number search, which decides whether the attacker wins on two hypergraphs.
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

// Permutations of the cells that map the lines of a board to lines. Each lists the image of every cell.
using Symmetries = std::vector<std::vector<int>>;

struct NodeCounts {
    std::uint64_t node_count = 0;   // expanded in the game itself
    std::uint64_t probe_count = 0;  // expanded in probes of weak games
};

// Threads that search one state with a shared table, with the states that they visit and the signal to stop.
class WorkerPool {
public:
    bool is_over() const { return is_over_.load(std::memory_order_relaxed); }
    bool is_visited(std::uint64_t key) const { return place(key).load(std::memory_order_relaxed) != 0; }
    void enter_state(std::uint64_t key) { slot_of(key).fetch_add(1, std::memory_order_relaxed); }
    void leave_state(std::uint64_t key) { slot_of(key).fetch_sub(1, std::memory_order_relaxed); }

#if !defined(__wasm__)
    // Stops the helpers and waits for them, however the main thread leaves its search.
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
                                              << 14;  // few keys are in use at once, so collisions are rare

    std::atomic<std::int32_t>& slot_of(std::uint64_t key) { return visit_counts_[key % slot_count]; }
    const std::atomic<std::int32_t>& place(std::uint64_t key) const { return visit_counts_[key % slot_count]; }

    std::array<std::atomic<std::int32_t>, slot_count> visit_counts_{};
    std::atomic<bool> is_over_ = false;
};

// Counts a visit to a state during the lifetime of the object.
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
    // The table takes at most `memory` bytes. The `symmetries` may be empty and leave out the identity.
    ProofSearch(Budget& budget, std::size_t memory, Symmetries symmetries, const Reductions& reductions = {});

    struct CanonicalKey {  // the key of a state, and the symmetry that maps it to its canonical image
        std::uint64_t key = 0;
        std::size_t symmetry = 0;
    };

    // Decide a state in which no edge contains another. It stays open if the budget or `nodes` more nodes run out. The
    // `ply` is its distance from the root of the whole proof, because states near the root are stored up to symmetry.
    Decision<W> solve_state(State<W> state, std::uint64_t nodes = ~std::uint64_t{0}, std::size_t ply = 0);

    CanonicalKey canonical_key_of(const State<W>& state, std::size_t ply) const;
    Mask<W> to_canonical(const Mask<W>& cells, std::size_t symmetry) const;
    Mask<W> from_canonical(const Mask<W>& cells, std::size_t symmetry) const;
    const Symmetries& symmetries() const { return symmetries_; }

    // Decide a state with several threads. The helpers fill the table, and this thread answers. Nodes of the helpers
    // count as effort, but not against `nodes`.
    Decision<W> solve_in_parallel(const State<W>& state, std::uint64_t nodes, std::size_t ply, int threads);

    // The moves that decided the last solved state, in search order: one if the side to move achieves its goal, else
    // those that cover all moves. Empty if the state was decided at a glance, by the weak game, or by one of its
    // components.
    std::vector<int> deciding_moves() const;

    const NodeCounts& node_counts() const { return node_counts_; }

    // Set the watch that receives the progress. It must live as long as the search.
    void set_watch(ProgressWatch& watch) { watch_ = &watch; }
    SearchProgress progress() const {
        return {node_counts_.node_count, node_counts_.probe_count, root_proof_,
                root_disproof_,          table_->byte_size(),      table_->fill_share()};
    }

    // Resume from a checkpoint, which must live as long as the search, and keep it updated. A damaged one is not used.
    Checkpoint::LoadResult resume_from(Checkpoint& checkpoint) {
        checkpoint_ = &checkpoint;
        return checkpoint.load_table(*table_, budget_);
    }
    bool save_checkpoint() { return checkpoint_->save_table(*table_, progress()); }

private:
    static constexpr int component_move = -1;  // a "move" to one component, after which the attacker is still to move

    struct Child {
        int move = component_move;
        Mask<W> component_cells{};  // if the child is a component
        CanonicalKey canonical_key;
        std::uint32_t proof = 1, disproof = 1, tree_size = 0;
        std::uint64_t order_weight = 0;
        bool is_visited = false;  // otherwise its numbers are a guess
        bool is_pruned = false;   // covered by the carrier or the zone of another child
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
        std::uint32_t second_number = infinite;  // of the second-best child
        std::uint32_t open_count = 0;            // open children
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
    void set_numbers(Child& child, const State<W>& next, const ResidualState<W>& outlook) const;
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
    std::shared_ptr<ProofTable<W>> table_;  // shared by all threads
    WorkerPool* pool_ = nullptr;
    static constexpr std::size_t image_limit = 8;  // of a board: the identity and seven other symmetries
    std::array<std::array<std::uint64_t, image_limit>, 64 * W> cell_keys_;  // hashes of each cell and its images
    Symmetries symmetries_, inverses_;
    std::deque<Frame> frames_;  // one per depth, kept to reuse their memory
    NodeCounts node_counts_;
    std::uint64_t effort_limit_ = ~std::uint64_t{0};
    bool is_probe_ = false, is_strong_ = false, is_helper_ = false;
    std::size_t root_ply_ = 0;  // of the state being solved
    std::uint32_t root_proof_ = 0, root_disproof_ = 0;
};

}  // namespace passatempo::mnk::proof
