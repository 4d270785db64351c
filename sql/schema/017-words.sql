-- Words of players: mail, the wall, block lists, reports of words, and mutes.
-- Triggers remove the words of an account that ends, so that an older program leaves none of them either.
-- oldest writer: 15

-- recipient 0: everybody who had an account then.  sender 0: the operator.  seen: the recipient has read it.
CREATE TABLE mail (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	recipient INTEGER NOT NULL,
	sender INTEGER NOT NULL,
	at INTEGER NOT NULL,
	seen INTEGER NOT NULL DEFAULT 0,
	text TEXT NOT NULL
) STRICT;
CREATE INDEX mail_to ON mail (recipient, id);
CREATE INDEX mail_from ON mail (sender) WHERE sender > 0;

CREATE TABLE wall (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	account INTEGER NOT NULL,
	at INTEGER NOT NULL,
	text TEXT NOT NULL
) STRICT;

CREATE TABLE blocks (
	account INTEGER NOT NULL,
	blocked INTEGER NOT NULL,
	PRIMARY KEY (account, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of ON blocks (blocked);

-- kind 1: the line of the wall `subject`; 2: that mail; 3: the epitaph of that run.  text: as it was when it was reported.
CREATE TABLE reports (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	at INTEGER NOT NULL,
	reporter INTEGER NOT NULL,
	kind INTEGER NOT NULL,
	subject INTEGER NOT NULL,
	author INTEGER NOT NULL,
	text TEXT NOT NULL,
	closed INTEGER NOT NULL DEFAULT 0,
	UNIQUE (kind, subject)
) STRICT;
CREATE INDEX reports_open ON reports (id) WHERE closed = 0;
CREATE INDEX reports_closed ON reports (at) WHERE closed = 1;
CREATE INDEX reports_by ON reports (reporter);
CREATE INDEX reports_of ON reports (author);

-- until 0: without an end.
CREATE TABLE mutes (
	account INTEGER PRIMARY KEY,
	reason TEXT NOT NULL,
	until INTEGER NOT NULL
) STRICT;

-- The last score, the last mail and the time up to which an account has read what happened while it was out.
CREATE TABLE marks (
	account INTEGER PRIMARY KEY,
	score INTEGER NOT NULL,
	mail INTEGER NOT NULL,
	at INTEGER NOT NULL
) STRICT;

-- read_of_all: the newest mail to everybody that the account has read.
CREATE TABLE desks (
	account INTEGER PRIMARY KEY,
	read_of_all INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TRIGGER accounts_words_end AFTER UPDATE OF deleted ON accounts WHEN new.deleted > 0 BEGIN
	DELETE FROM mail WHERE recipient = new.id;
	DELETE FROM mail WHERE sender = new.id AND sender > 0;
	DELETE FROM wall WHERE account = new.id;
	DELETE FROM blocks WHERE account = new.id;
	DELETE FROM blocks WHERE blocked = new.id;
	DELETE FROM reports WHERE reporter = new.id;
	DELETE FROM reports WHERE author = new.id;
	DELETE FROM mutes WHERE account = new.id;
	DELETE FROM desks WHERE account = new.id;
	DELETE FROM marks WHERE account = new.id;
END;
