// The sums of the rows, and their gradients handed down to the parts.
// Algorithm: sums of shared parts, with weight decay on the parts of their own
#include "fit_rows.hpp"

#include <algorithm>

namespace passatempo::mnk {

FitRows::FitRows(std::size_t columns, float decay)
    : columns_(columns),
      decay_(decay),
      parts_((multisets + shapes + threats) * columns),
      rows_(multisets * columns),
      gradients_(multisets * columns) {
    std::array<std::uint16_t, 4> c{};
    for (c[0] = 0; c[0] < shapes; ++c[0])
        for (c[1] = 0; c[1] <= c[0]; ++c[1])
            for (c[2] = 0; c[2] <= c[1]; ++c[2])
                for (c[3] = 0; c[3] <= c[2]; ++c[3]) {
                    const std::uint16_t code = c[0] | (c[1] << 4) | (c[2] << 8) | (c[3] << 12);
                    const std::uint16_t own = multiset(code);
                    Known known{own, {own, static_cast<std::uint16_t>(multisets + shapes + threat_of(code))}};
                    for (std::size_t d = 0; d < 4; ++d) known.parts[2 + d] = multisets + c[d];
                    known_.push_back(known);
                }
}

void FitRows::sum() {
    for (const Known& known : known_) {
        float* const into = rows_.data() + known.multiset * columns_;
        std::fill_n(into, columns_, 0.0F);
        for (const auto part : known.parts)
            for (std::size_t i = 0; i < columns_; ++i) into[i] += parts_.value[part * columns_ + i];
    }
}

void FitRows::step(float rate) {
    for (const Known& known : known_) {
        float* const from = gradients_.data() + known.multiset * columns_;
        for (const auto part : known.parts)
            for (std::size_t i = 0; i < columns_; ++i) parts_.gradient[part * columns_ + i] += from[i];
        std::fill_n(from, columns_, 0.0F);
    }
    parts_.step(rate, decay_, multisets * columns_);
    sum();
}

}  // namespace passatempo::mnk
