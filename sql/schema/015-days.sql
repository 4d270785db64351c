-- Daily runs. A day of a game has one seed for all accounts. The runs of a day are runs of the game "GAME/DATE", so that
-- each day has a board of its own, and a daily run may be in progress beside another run.
-- oldest writer: 15

-- hash: the SHA-256 of the seed.  published: when the hash was first shown.
-- rules and content are fixed when the day begins; 0 and NULL until then.
CREATE TABLE days (
	game TEXT NOT NULL,
	date TEXT NOT NULL CHECK (length(date) = 10),
	seed BLOB NOT NULL CHECK (length(seed) = 16),
	hash BLOB NOT NULL CHECK (length(hash) = 32),
	published INTEGER NOT NULL,
	rules INTEGER NOT NULL DEFAULT 0,
	content BLOB,
	PRIMARY KEY (game, date)
) STRICT, WITHOUT ROWID;
CREATE INDEX days_seed ON days (game, seed);

-- The one try of an account at a day.
CREATE TABLE tries (
	account INTEGER NOT NULL REFERENCES accounts,
	game TEXT NOT NULL,
	date TEXT NOT NULL,
	run INTEGER NOT NULL UNIQUE REFERENCES runs,
	PRIMARY KEY (account, game, date)
) STRICT, WITHOUT ROWID;
CREATE INDEX tries_of_day ON tries (game, date);
