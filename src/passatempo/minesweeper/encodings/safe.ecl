% Minesweeper on ECLiPSe: the published program repaired.
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
%   eclipse -f board.ecl -e main
%
% Repaired: opened cells hold no mine, numbers stand on opened cells only, which cells are covered is settled before
% anything is posted, and a board without a layout has no safe cell.

:- lib(ic).
:- lib(listut).
:- dynamic mine_count/1, opened/2, own/0, beside/4.

% neighbours(+R, +C, +Matrix, -List): the entries around (R, C), row by row, without the centre (task 1.3).
neighbours(R, C, Matrix, List) :-
    length(Matrix, Rows),
    Matrix = [First|_],
    length(First, Columns),
    findall(I-J,
            ( member(DR, [-1, 0, 1]), member(DC, [-1, 0, 1]), \+ (DR =:= 0, DC =:= 0),
              I is R + DR, J is C + DC, I >= 1, I =< Rows, J >= 1, J =< Columns ),
            Places),
    ( foreach(I-J, Places), foreach(Entry, List), param(Matrix) do entry(Matrix, I-J, Entry) ).

% around(+R, +C, +Matrix, -List): the entries next to a number, whatever the neighbourhood.
around(R, C, Matrix, List) :-
    own,
    !,
    findall(I-J, beside(R, C, I, J), Places),
    ( foreach(I-J, Places), foreach(Entry, List), param(Matrix) do entry(Matrix, I-J, Entry) ).
around(R, C, Matrix, List) :-
    neighbours(R, C, Matrix, List).

entry(Matrix, I-J, Entry) :-
    nth1(I, Matrix, Row),
    nth1(J, Row, Entry).

% shown(-R, -C, -Entry): the matrix cell by cell; covered for a variable, unknown for an opened cell without a number.
shown(R, C, Entry) :-
    schema(Rows, Columns, Matrix),
    between(1, Rows, 1, R),
    between(1, Columns, 1, C),
    entry(Matrix, R-C, Read),
    ( integer(Read) -> Entry = Read ; opened(R, C) -> Entry = unknown ; Entry = covered ).

% layout(-Mine): a matrix of 0 and 1 with the constraints of every number on it.
layout(Mine) :-
    schema(Rows, Columns, _),
    ( for(R, 1, Rows), foreach(Own, Mine), param(Columns) do
        ( for(C, 1, Columns), foreach(M, Own), param(R) do ( shown(R, C, covered) -> M :: 0..1 ; M = 0 ) ) ),
    findall(number(R, C, V), ( shown(R, C, V), integer(V) ), Numbers),
    ( foreach(number(R, C, V), Numbers), param(Mine) do
        around(R, C, Mine, Around),
        sum(Around) #= V ),
    flatten(Mine, All),
    ( mine_count(N) -> sum(All) #= N ; true ).

% possible(+R, +C, +Value): some layout has this value in the cell.
possible(R, C, Value) :-
    once(( layout(Mine),
           entry(Mine, R-C, Value),
           flatten(Mine, All),
           labeling(All) )).

contradictory :-
    \+ ( layout(Mine), flatten(Mine, All), labeling(All) ).

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
    printf("contradictory.%n", []).
main :-
    ( safe(R, C), printf("safe(%w,%w).%n", [R, C]), fail ; true ),
    ( sure_mine(R, C), printf("sure_mine(%w,%w).%n", [R, C]), fail ; true ).
