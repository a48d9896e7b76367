// The greatest primes below 2^62, and numbers put together again from their residues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "budget.hpp"

namespace passatempo::minesweeper {

// The first `number` of them, in falling order; fewer where the budget ends first.
std::vector<std::uint64_t> primes(std::size_t number, Budget& budget);

// How many of them have a product above 2^bits.
std::size_t primes_for(double bits);

// Numbers known by their residues modulo each prime (residues[prime][i]), as little-endian words, as many as primes.
// Garbage where the budget ends first.
std::vector<std::uint64_t> assembled(const std::vector<std::uint64_t>& primes,
                                     const std::vector<std::vector<std::uint64_t>>& residues, Budget& budget);

}  // namespace passatempo::minesweeper
