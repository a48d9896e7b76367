// Finds and replaces entries of the transposition table.
// Algorithm: transposition table with the lockless check of key xor data (Hyatt and Mann 2002)
#include "table.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace passatempo::mnk {
namespace {

// Request large pages, because a search touches the whole table at once and small pages are allocated one by one.
void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) {
#if defined(__linux__)
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto start = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + size) / page * page;
    if (start < end) ::madvise(reinterpret_cast<void*>(start), end - start, MADV_HUGEPAGE);
#endif
}

[[noreturn]] void out_of_memory() {
#if defined(__wasm__)
    __builtin_trap();  // there are no exceptions, and the owner of the worker reports it
#else
    throw std::bad_alloc();
#endif
}

std::uint64_t load_word(std::uint64_t& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }

void store_word(std::uint64_t& word, std::uint64_t new_word) {
    std::atomic_ref(word).store(new_word, std::memory_order_relaxed);
}

std::uint64_t pack_entry(const TableEntry& e, std::uint8_t age) {
    return std::uint64_t{e.best_move} | (std::uint64_t{static_cast<std::uint16_t>(e.score)} << 16) |
           (std::uint64_t{static_cast<std::uint16_t>(e.evaluation)} << 32) |
           (std::uint64_t{static_cast<std::uint8_t>(e.depth)} << 48) |
           (std::uint64_t{static_cast<std::uint8_t>(e.bound_type)} << 56) | (std::uint64_t{age} << 58);
}

TableEntry unpack_entry(std::uint64_t entry_bits) {
    return {static_cast<Cell>(entry_bits), static_cast<std::int16_t>(entry_bits >> 16),
            static_cast<std::int16_t>(entry_bits >> 32), static_cast<std::int8_t>(entry_bits >> 48),
            static_cast<BoundType>((entry_bits >> 56) & 3)};
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t megabytes)
    : bucket_mask_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * (1 << 20) / sizeof(Bucket)) - 1),
      memory_(std::calloc(bucket_mask_ + 2, sizeof(Bucket))) {
    if (!memory_) out_of_memory();
    void* start = memory_.get();
    std::size_t space = (bucket_mask_ + 2) * sizeof(Bucket);
    ask_for_large_pages(start, space);
    buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), (bucket_mask_ + 1) * sizeof(Bucket), start, space));
}

void TranspositionTable::clear() {
    if (is_used_) std::fill_n(buckets_, bucket_mask_ + 1, Bucket{});
    age_ = 0;
    is_used_ = false;
}

std::optional<TableEntry> TranspositionTable::probe(std::uint64_t key) const {
    for (Slot& slot : bucket_of(key).slots) {
        const std::uint64_t slot_bits = load_word(slot.entry_bits);
        if (slot_bits != 0 && (load_word(slot.check_key) ^ slot_bits) == key) return unpack_entry(slot_bits);
    }
    return std::nullopt;
}

// Replace the same position, or else the entry of least depth. Each search since it was stored counts as eight plies.
void TranspositionTable::store(std::uint64_t key, const TableEntry& new_entry) {
    Slot* worst = nullptr;
    int lowest_priority = 1 << 20;
    for (Slot& slot : bucket_of(key).slots) {
        const std::uint64_t entry_bits = load_word(slot.entry_bits);
        const TableEntry old = unpack_entry(entry_bits);
        if (entry_bits != 0 && (load_word(slot.check_key) ^ entry_bits) == key) {
            if (new_entry.bound_type != BoundType::exact && new_entry.depth < old.depth - 3 &&
                static_cast<std::uint8_t>(entry_bits >> 58) == age_)
                return;
            worst = &slot;
            break;
        }
        const int slot_priority =
            entry_bits == 0 ? -(1 << 19) : old.depth - 8 * ((age_ - static_cast<int>(entry_bits >> 58)) & 63);
        if (slot_priority < lowest_priority) {
            lowest_priority = slot_priority;
            worst = &slot;
        }
    }
    const std::uint64_t entry_bits = pack_entry(new_entry, age_);
    store_word(worst->entry_bits, entry_bits);
    store_word(worst->check_key, key ^ entry_bits);
}

}  // namespace passatempo::mnk
