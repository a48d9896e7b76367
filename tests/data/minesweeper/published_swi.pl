% The published program's model carried over to SWI-Prolog, for the tests: who is called safe by it?
% Written from the text's description. Where ECLiPSe counts with occurrences/3, a sum of 0/1 variables stands here.

:- use_module(library(clpfd)).

called_safe(R, C) :-
    schema(Rows, Columns, Entries),
    length(Mine, Rows),
    maplist(columns(Columns), Mine),
    append(Mine, All),
    All ins 0..1,
    findall(I-J, ( between(1, Rows, I), between(1, Columns, J) ), Places),
    maplist(post(Entries, Mine), Places),
    entry(Mine, R-C, Clicked),
    entry(Entries, R-C, Entry),
    var(Entry),
    \+ ( Clicked = 1, label(All) ).

columns(Columns, Row) :- length(Row, Columns).

entry(Matrix, R-C, Entry) :- nth1(R, Matrix, Row), nth1(C, Row, Entry).

post(Entries, Mine, R-C) :-
    entry(Entries, R-C, Entry),
    findall(I-J,
            ( member(DR, [-1, 0, 1]), member(DC, [-1, 0, 1]), \+ (DR =:= 0, DC =:= 0), I is R + DR, J is C + DC,
              entry(Mine, I-J, _) ),
            Places),
    maplist(entry(Mine), Places, Around),
    sum(Around, #=, Entry).

main :- forall(called_safe(R, C), format("~w ~w~n", [R, C])).
