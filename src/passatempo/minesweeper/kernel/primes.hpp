// The greatest primes below 2^62, and numbers put together again from their residues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace passatempo::minesweeper {

// The first `number` of them, in falling order.
std::vector<std::uint64_t> primes(std::size_t number);

// How many of them have a product above 2^bits.
std::size_t primes_for(double bits);

// Numbers known by their residues modulo each prime (residues[prime][i]), as little-endian words, as many as primes.
std::vector<std::uint64_t> assembled(const std::vector<std::uint64_t>& primes,
                                     const std::vector<std::vector<std::uint64_t>>& residues);

}  // namespace passatempo::minesweeper
