// What a policy weighs, by name.
#pragma once

#include <cstdint>

// The fields of the record `Policy` of interface_guess.toml; policies.py says what each of them means.
#define PASSATEMPO_POLICY(SETTING)    \
    SETTING(std::uint8_t, kind)       \
    SETTING(double, progress)         \
    SETTING(double, second)           \
    SETTING(double, near_best)        \
    SETTING(double, free_best)        \
    SETTING(std::uint32_t, most)      \
    SETTING(std::uint32_t, most_free) \
    SETTING(bool, alive)              \
    SETTING(bool, pairs)              \
    SETTING(std::uint32_t, deep)      \
    SETTING(std::uint32_t, deep_next) \
    SETTING(double, deep_near)        \
    SETTING(double, layouts)          \
    SETTING(double, dense_layouts)    \
    SETTING(std::uint32_t, nodes)

namespace passatempo::minesweeper::play {

struct Settings {
#define PASSATEMPO_SETTING(type, name) type name{};
    PASSATEMPO_POLICY(PASSATEMPO_SETTING)
#undef PASSATEMPO_SETTING
};

}  // namespace passatempo::minesweeper::play
