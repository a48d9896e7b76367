// What nodes of a proof are about: the open lines of both sides and whose turn it is; and what is proved of them.
// Twin: mnk/certificate/checker.py
#pragma once

#include "cells.hpp"

namespace passatempo::mnk::certificate {

// What is proved of a state: the carrier of a win in so many moves of the attacker's, or the zone of a hold.
template <int W>
struct Found {
    Cells<W> cells;
    int moves = 0;
};

template <int W>
struct State {
    Edges<W> attacker, defender;
    bool attacking;
    bool operator==(const State&) const = default;
};

template <int W>
struct Place {
    std::uint32_t node;
    State<W> state;
    bool operator==(const Place&) const = default;

    struct Hash {
        std::size_t operator()(const Place& place) const {
            std::uint64_t mixed = place.node * 2 + place.state.attacking;
            for (const Edges<W>* edges : {&place.state.attacker, &place.state.defender}) {
                for (const Cells<W>& edge : *edges)
                    for (const std::uint64_t word : edge.words) mixed = (mixed ^ word) * 0x9e3779b97f4a7c15 + 1;
                mixed ^= mixed >> 29;
            }
            return mixed;
        }
    };
};

}  // namespace passatempo::mnk::certificate
