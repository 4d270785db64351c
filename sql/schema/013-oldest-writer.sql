-- oldest: the lowest schema number of a program that may write this database. An older program refuses to open it.
-- A migration that such a program can live with names the number in a line "-- oldest writer: N".

CREATE TABLE writers (
	only INTEGER PRIMARY KEY CHECK (only = 1),
	oldest INTEGER NOT NULL
) STRICT;
