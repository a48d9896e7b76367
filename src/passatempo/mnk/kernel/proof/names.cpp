// What a state is called: the same for all images of it.
#include <algorithm>

#include "proof/search.hpp"

namespace passatempo::mnk::proof {

namespace {

constexpr std::size_t symmetric_plies = 6;  // deeper, equal states by symmetry are rare and the key costs more
constexpr int widest_symmetric = 2;         // words; on larger boards the names would cost more than the moves

// No line of up to five of the first cells has the same hash as a line of the other side.
consteval bool sides_differ() {
    std::array<std::uint64_t, 1 << 13> seen{};  // a table with open addressing: compilers bound the steps
    for (std::uint64_t line = 1; line < 1 << 12; ++line) {
        if (ones(line) > 5) continue;
        for (const std::uint64_t side : {attackers, defenders}) {
            const std::uint64_t hash = Mask<1>{{line}}.hash(side);
            std::size_t at = hash % seen.size();
            for (; seen[at] != 0; at = (at + 1) % seen.size())
                if (seen[at] == hash) return false;
            seen[at] = hash;
        }
    }
    return true;
}
static_assert(sides_differ());

// Spread the sum of a line's numbers, which are spread well themselves, so that sums of lines tell lines apart.
std::uint64_t stir(std::uint64_t x) {
    x = (x ^ x >> 32) * 0x9e3779b97f4a7c15U;
    return x ^ x >> 29;
}

template <int W>
Mask<W> image_of(const Mask<W>& cells, const std::vector<int>& images) {
    Mask<W> found;
    cells.each([&](int x) { found.set(images[x]); });
    return found;
}

}  // namespace

template <int W>
Search<W>::Search(Budget& budget, std::size_t memory, Symmetries symmetries, const Reductions& use)
    : budget_(budget), use_(use), reducer_(use), table_(std::make_shared<Table<W>>(memory)) {
    if constexpr (W <= widest_symmetric) symmetries_ = std::move(symmetries);
    for (const std::vector<int>& image : symmetries_) {
        std::vector<int> inverse(image.size());
        for (std::size_t x = 0; x < image.size(); ++x) inverse[image[x]] = x;
        inverses_.push_back(std::move(inverse));
    }
    for (int x = 0; x < 64 * W; ++x) {
        numbers_[x].fill(mix(x + 1));
        for (std::size_t s = 0; s < symmetries_.size(); ++s)
            if (x < std::ssize(symmetries_[s])) numbers_[x][s + 1] = mix(symmetries_[s][x] + 1);
    }
}

// Symmetry 0 is the identity, s stands for symmetries_[s - 1].
template <int W>
Mask<W> Search<W>::there(const Mask<W>& cells, std::size_t symmetry) const {
    return symmetry == 0 ? cells : image_of(cells, symmetries_[symmetry - 1]);
}

template <int W>
Mask<W> Search<W>::back(const Mask<W>& cells, std::size_t symmetry) const {
    return symmetry == 0 ? cells : image_of(cells, inverses_[symmetry - 1]);
}

// The least key among the images of the state: whatever the marks were, an image of the lines has the same value.
// All images are named at once: of each cell the numbers of its images stand side by side. Where there are none the key
// is the state's own.
template <int W>
typename Search<W>::Name Search<W>::name_of(const State<W>& state, std::size_t ply) const {
    if (!use_.symmetry || symmetries_.empty() || ply >= symmetric_plies) return {state.key(), 0};
    const std::size_t images = symmetries_.size() + 1;
    std::array<std::uint64_t, most_images> keys;
    keys.fill(state.attacking ? 0x5851f42d4c957f2dU : 0);
    const auto add = [&](const Edges<W>& edges, std::uint64_t side) {
        for (const Mask<W>& edge : edges) {
            std::array<std::uint64_t, most_images> sums;
            sums.fill(side);
            edge.each([&](int x) {
                for (std::size_t s = 0; s < most_images; ++s) sums[s] ^= numbers_[x][s];
            });
            for (std::size_t s = 0; s < images; ++s) keys[s] += stir(sums[s]);
        }
    };
    add(state.a, 1);
    add(state.b, 2);
    Name name{keys[0], 0};
    for (std::size_t s = 1; s < images; ++s)
        if (keys[s] < name.key) name = {keys[s], s};
    return name;
}

template Search<1>::Search(Budget&, std::size_t, Symmetries, const Reductions&);
template Mask<1> Search<1>::there(const Mask<1>&, std::size_t) const;
template Mask<1> Search<1>::back(const Mask<1>&, std::size_t) const;
template Search<1>::Name Search<1>::name_of(const State<1>&, std::size_t) const;
template Search<2>::Search(Budget&, std::size_t, Symmetries, const Reductions&);
template Mask<2> Search<2>::there(const Mask<2>&, std::size_t) const;
template Mask<2> Search<2>::back(const Mask<2>&, std::size_t) const;
template Search<2>::Name Search<2>::name_of(const State<2>&, std::size_t) const;
template Search<4>::Search(Budget&, std::size_t, Symmetries, const Reductions&);
template Mask<4> Search<4>::there(const Mask<4>&, std::size_t) const;
template Mask<4> Search<4>::back(const Mask<4>&, std::size_t) const;
template Search<4>::Name Search<4>::name_of(const State<4>&, std::size_t) const;
template Search<8>::Search(Budget&, std::size_t, Symmetries, const Reductions&);
template Mask<8> Search<8>::there(const Mask<8>&, std::size_t) const;
template Mask<8> Search<8>::back(const Mask<8>&, std::size_t) const;
template Search<8>::Name Search<8>::name_of(const State<8>&, std::size_t) const;

}  // namespace passatempo::mnk::proof
