// Fitted weights made to serve lines longer than they were fitted for.
// Twin: mnk/engine/weights.py
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace passatempo::mnk {

constexpr int fitted_k = 5;  // of the weights that are shipped

// Those of `fitted_k` for another k: a cell with lines that lack more than four marks counts as if they were dead, and
// each of them adds a little.
std::vector<std::int16_t> extended(std::span<const std::int16_t> fitted, int k);

}  // namespace passatempo::mnk
