% Minesweeper on SWI-Prolog: the published program repaired.
%
% Input: schema(Rows, Columns, Matrix), a variable for a covered cell; and beyond the published text
%   mine_count(N).         there are N mines in all
%   opened(R, C).          the variable at (R, C) is no covered cell but an opened one whose number is not known
%   own.                   the neighbourhood is given: beside(R, C, I, J) puts (I, J) next to the number at (R, C)
%
%   ?- safe(R, C).         every covered cell that certainly holds no mine (task 1.2; with R and C bound, task 1.1)
%   ?- sure_mine(R, C).    every covered cell that certainly holds one
%   ?- contradictory.      no layout fits the numbers; then no cell is safe
%
%   swipl -g main -t halt board.pl
%
% Repaired: opened cells hold no mine, numbers stand on opened cells only, which cells are covered is settled before
% anything is posted, and a board without a layout has no safe cell.

:- use_module(library(clpfd)).
:- dynamic mine_count/1, opened/2, own/0, beside/4.

% neighbours(+R, +C, +Matrix, -List): the entries around (R, C), row by row, without the centre (task 1.3).
neighbours(R, C, Matrix, List) :-
    length(Matrix, Rows),
    Matrix = [First|_],
    length(First, Columns),
    findall(I-J,
            ( member(DR, [-1, 0, 1]), member(DC, [-1, 0, 1]), \+ (DR =:= 0, DC =:= 0),
              I is R + DR, J is C + DC, between(1, Rows, I), between(1, Columns, J) ),
            Places),
    maplist(entry(Matrix), Places, List).

% around(+R, +C, +Matrix, -List): the entries next to a number, whatever the neighbourhood.
around(R, C, Matrix, List) :-
    own,
    !,
    findall(I-J, beside(R, C, I, J), Places),
    maplist(entry(Matrix), Places, List).
around(R, C, Matrix, List) :-
    neighbours(R, C, Matrix, List).

entry(Matrix, I-J, Entry) :-
    nth1(I, Matrix, Row),
    nth1(J, Row, Entry).

% shown(-R, -C, -Entry): the matrix cell by cell; covered for a variable, unknown for an opened cell without a number.
shown(R, C, Entry) :-
    schema(_, _, Matrix),
    nth1(R, Matrix, Row),
    nth1(C, Row, Read),
    ( integer(Read) -> Entry = Read ; opened(R, C) -> Entry = unknown ; Entry = covered ).

% layout(-Mine): a matrix of 0 and 1 with the constraints of every number on it.
layout(Mine) :-
    schema(Rows, Columns, _),
    findall(Row, ( between(1, Rows, R), findall(Entry, shown(R, _, Entry), Row), length(Row, Columns) ), Shown),
    maplist(maplist(hidden), Shown, Mine),
    findall(number(R, C, V), ( shown(R, C, V), integer(V) ), Numbers),
    maplist(fits(Mine), Numbers),
    append(Mine, All),
    ( mine_count(N) -> sum(All, #=, N) ; true ).

hidden(Entry, Mine) :-
    ( Entry == covered -> Mine in 0..1 ; Mine = 0 ).

fits(Mine, number(R, C, V)) :-
    around(R, C, Mine, Around),
    sum(Around, #=, V).

% possible(+R, +C, +Value): some layout has this value in the cell.
possible(R, C, Value) :-
    once(( layout(Mine),
           entry(Mine, R-C, Value),
           append(Mine, All),
           labeling([ff], All) )).

contradictory :-
    \+ ( layout(Mine), append(Mine, All), labeling([ff], All) ).

safe(R, C) :-
    \+ contradictory,
    shown(R, C, covered),
    \+ possible(R, C, 1).

sure_mine(R, C) :-
    \+ contradictory,
    shown(R, C, covered),
    \+ possible(R, C, 0).

main :-
    contradictory,
    !,
    format("contradictory.~n").
main :-
    forall(safe(R, C), format("safe(~w,~w).~n", [R, C])),
    forall(sure_mine(R, C), format("sure_mine(~w,~w).~n", [R, C])).
