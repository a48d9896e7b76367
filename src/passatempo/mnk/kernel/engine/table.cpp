// Finding and replacing entries.
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

// Ask for large pages: a search touches the table everywhere at once, and small ones are handed out one by one.
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
    __builtin_trap();  // there are no exceptions: the worker's owner tells it
#else
    throw std::bad_alloc();
#endif
}

std::uint64_t load(std::uint64_t& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }

void save(std::uint64_t& word, std::uint64_t value) { std::atomic_ref(word).store(value, std::memory_order_relaxed); }

std::uint64_t pack(const Entry& e, std::uint8_t age) {
    return std::uint64_t{e.move} | (std::uint64_t{static_cast<std::uint16_t>(e.value)} << 16) |
           (std::uint64_t{static_cast<std::uint16_t>(e.evaluation)} << 32) |
           (std::uint64_t{static_cast<std::uint8_t>(e.depth)} << 48) |
           (std::uint64_t{static_cast<std::uint8_t>(e.bound)} << 56) | (std::uint64_t{age} << 58);
}

Entry unpack(std::uint64_t data) {
    return {static_cast<Cell>(data), static_cast<std::int16_t>(data >> 16), static_cast<std::int16_t>(data >> 32),
            static_cast<std::int8_t>(data >> 48), static_cast<Bound>((data >> 56) & 3)};
}

}  // namespace

Table::Table(std::size_t megabytes)
    : mask_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * (1 << 20) / sizeof(Bucket)) - 1),
      memory_(std::calloc(mask_ + 2, sizeof(Bucket))) {
    if (!memory_) out_of_memory();
    void* start = memory_.get();
    std::size_t space = (mask_ + 2) * sizeof(Bucket);
    ask_for_large_pages(start, space);
    buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), (mask_ + 1) * sizeof(Bucket), start, space));
}

void Table::clear() {
    if (used_) std::fill_n(buckets_, mask_ + 1, Bucket{});
    age_ = 0;
    used_ = false;
}

std::optional<Entry> Table::probe(std::uint64_t key) const {
    for (Slot& slot : bucket(key).slots) {
        const std::uint64_t data = load(slot.data);
        if (data != 0 && (load(slot.check) ^ data) == key) return unpack(data);
    }
    return std::nullopt;
}

// Replace the same position, else the entry of least depth, where each search since it was made counts as eight plies.
void Table::store(std::uint64_t key, const Entry& entry) {
    Slot* worst = nullptr;
    int least = 1 << 20;
    for (Slot& slot : bucket(key).slots) {
        const std::uint64_t data = load(slot.data);
        const Entry old = unpack(data);
        if (data != 0 && (load(slot.check) ^ data) == key) {
            if (entry.bound != Bound::exact && entry.depth < old.depth - 3 &&
                static_cast<std::uint8_t>(data >> 58) == age_)
                return;
            worst = &slot;
            break;
        }
        const int kept = data == 0 ? -(1 << 19) : old.depth - 8 * ((age_ - static_cast<int>(data >> 58)) & 63);
        if (kept < least) {
            least = kept;
            worst = &slot;
        }
    }
    const std::uint64_t data = pack(entry, age_);
    save(worst->data, data);
    save(worst->check, key ^ data);
}

}  // namespace passatempo::mnk
