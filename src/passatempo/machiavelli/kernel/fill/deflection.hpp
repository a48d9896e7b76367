// Tolls on the cards that each suit leaves to the sets of a rank, and the direction in which they go on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards.hpp"

namespace passatempo::machiavelli {

template <int most>
using ByCards = std::array<std::array<std::array<std::int32_t, most + 1>, suits>, ranks>;  // [place][suit][cards left]

using Left = std::array<Row, ranks>;  // cards left to sets, by place and suit

// Along a direction whose parts have so great a sum of squares, so far that a bound moves by the distance, were it
// straight.
struct Stride {
    std::int64_t distance = 0, square = 0;

    std::int32_t by(std::int64_t part) const {  // to the nearest: most are small
        const std::int64_t twice = 2 * part * distance;
        return static_cast<std::int32_t>((twice + (twice > 0 ? square : -square)) / (2 * square));
    }
};

// The suits hinder one another only in the sets of a rank. So each suit is asked alone what it would leave to sets, and
// each rank alone what it would take; where they differ, a toll moves them together. Subgradients are deflected by
// those before (Camerini, Fratta and Maffioli 1975).
template <int most>
class Deflection {
public:
    static constexpr std::int32_t whole = 256, kept = 205;  // so much of a direction is kept for the next one

    void forget() { of_ = {}; }

    // These numbers of cards are to have lower tolls, and those higher ones.
    void turn(const Left& lower, const Left& higher) {
        for (int place = 0; place < ranks; ++place)
            for (int i = 0; i < suits; ++i) {
                auto& tolls = of_[place][i];
                for (std::int32_t& toll : tolls) toll = toll * kept / whole;
                tolls[lower[place][i]] -= whole;
                tolls[higher[place][i]] += whole;
            }
    }

    std::int64_t square() const {
        std::int64_t sum = 0;
        for (const auto& by_suit : of_)
            for (const auto& tolls : by_suit)
                for (const std::int64_t toll : tolls) sum += toll * toll;
        return sum;
    }

    void move(ByCards<most>& tolls, const Stride& stride, std::int32_t dearest) const {
        for (int place = 0; place < ranks; ++place)
            for (int i = 0; i < suits; ++i)
                for (int left = 0; left <= most; ++left) {
                    std::int32_t& toll = tolls[place][i][left];
                    toll = std::clamp(toll + stride.by(of_[place][i][left]), -dearest, dearest);
                }
    }

private:
    ByCards<most> of_{};
};

}  // namespace passatempo::machiavelli
