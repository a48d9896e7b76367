// What a kernel refuses: an exception for Python; for a browser, where there are none, a trap with its reason kept.
#pragma once

#if !defined(__wasm__)
#include <stdexcept>
#endif

namespace passatempo {

#if defined(__wasm__)
inline const char* refusal = "";  // why the last question was refused

[[noreturn]] inline void refuse(const char* sentence) {
    refusal = sentence;
    __builtin_trap();
}
#else
[[noreturn]] inline void refuse(const char* sentence) { throw std::invalid_argument(sentence); }
#endif

}  // namespace passatempo
