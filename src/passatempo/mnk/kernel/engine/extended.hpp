// Fitted weights made to serve lines longer than they were fitted for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace passatempo::mnk {

constexpr int fitted_k = 7;  // the greatest one of the weights that are shipped

// For a k beyond `fitted_k`, those of k = 5: a cell with lines that lack more than two marks counts as if they were
// dead, and each of them adds a little.
std::vector<std::int16_t> extended(std::span<const std::int16_t> fitted, int k);

}  // namespace passatempo::mnk
