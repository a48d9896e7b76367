// Rejects invalid requests by an exception for Python, or for a browser by a trap with a stored reason.
#pragma once

#if !defined(__wasm__)
#include <stdexcept>
#endif

namespace passatempo {

#if defined(__wasm__)
inline const char* refusal = "";  // why the last request was rejected

[[noreturn]] inline void refuse(const char* sentence) {
    refusal = sentence;
    __builtin_trap();
}
#else
[[noreturn]] inline void refuse(const char* sentence) { throw std::invalid_argument(sentence); }
#endif

}  // namespace passatempo
