// The table of `table.hpp`.
#include "table.hpp"

#include <algorithm>
#include <bit>

namespace passatempo::mnk {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

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
      buckets_(std::make_unique<Bucket[]>(mask_ + 1)) {}

void Table::clear() {
    for (std::size_t i = 0; i <= mask_; ++i)
        for (Slot& slot : buckets_[i].slots) slot.check.store(0, relaxed), slot.data.store(0, relaxed);
    age_ = 0;
}

std::optional<Entry> Table::probe(std::uint64_t key) const {
    for (const Slot& slot : bucket(key).slots) {
        const std::uint64_t data = slot.data.load(relaxed);
        if (data != 0 && (slot.check.load(relaxed) ^ data) == key) return unpack(data);
    }
    return std::nullopt;
}

// Replace the same position, else the entry of least depth, where each search since it was made counts as eight plies.
void Table::store(std::uint64_t key, const Entry& entry) {
    Slot* worst = nullptr;
    int least = 1 << 20;
    for (Slot& slot : bucket(key).slots) {
        const std::uint64_t data = slot.data.load(relaxed);
        const Entry old = unpack(data);
        if (data != 0 && (slot.check.load(relaxed) ^ data) == key) {
            if (entry.bound != Bound::exact && entry.depth < old.depth - 3 &&
                static_cast<std::uint8_t>(data >> 58) == age_)
                return;
            worst = &slot;
            break;
        }
        const int kept = data == 0 ? -(1 << 19) : old.depth - 8 * ((age_ - static_cast<int>(data >> 58)) & 63);
        if (kept < least) least = kept, worst = &slot;
    }
    const std::uint64_t data = pack(entry, age_);
    worst->data.store(data, relaxed);
    worst->check.store(key ^ data, relaxed);
}

}  // namespace passatempo::mnk
