-- Results of closed days and weeks at other hosts. The operator imports them, after a replay of each.
-- The page of a day ranks them as NAME@HOST. No run, score, account, ledger or season refers to them.
-- oldest writer: 15

-- game: "GAME/DATE".
CREATE TABLE imported (
	id INTEGER PRIMARY KEY,
	game TEXT NOT NULL,
	host TEXT NOT NULL,
	name TEXT NOT NULL COLLATE NOCASE,
	score INTEGER NOT NULL,
	deepest INTEGER NOT NULL,
	turns INTEGER NOT NULL,
	cause TEXT NOT NULL,
	at INTEGER NOT NULL,
	UNIQUE (game, host, name)
) STRICT;
CREATE INDEX imported_best ON imported (game, score DESC, id);
