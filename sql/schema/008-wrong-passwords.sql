-- Wrong passwords since the last login, and the networks from which an account logged in.

ALTER TABLE accounts ADD COLUMN wrong_passwords INTEGER NOT NULL DEFAULT 0;

CREATE TABLE visits (
	account INTEGER NOT NULL REFERENCES accounts,
	network TEXT NOT NULL,
	last INTEGER NOT NULL,
	PRIMARY KEY (account, network)
) STRICT, WITHOUT ROWID;
