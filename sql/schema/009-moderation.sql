-- Locks of accounts, bans of names and networks, and the record of all that operators and players change.
-- locked: why nobody may log in, or NULL.  deleted: when the account was deleted, or 0.  new_keys: added since the last login.

ALTER TABLE accounts ADD COLUMN locked TEXT;
ALTER TABLE accounts ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN new_keys INTEGER NOT NULL DEFAULT 0;

-- subject: a name, or a network such as 192.0.2.0/24.  until: 0 for a ban without an end.
CREATE TABLE bans (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	subject TEXT NOT NULL COLLATE NOCASE UNIQUE,
	network INTEGER NOT NULL,
	reason TEXT NOT NULL,
	begun INTEGER NOT NULL,
	until INTEGER NOT NULL
) STRICT;

CREATE INDEX bans_end ON bans (until) WHERE until > 0;
CREATE INDEX bans_of_networks ON bans (network, id);

-- actor: an account, or the operator's user name with its uid; -1 for an account.  Rows are added and never change.
CREATE TABLE audit (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	at INTEGER NOT NULL,
	actor TEXT NOT NULL COLLATE NOCASE,
	uid INTEGER NOT NULL,
	origin TEXT NOT NULL,
	action TEXT NOT NULL,
	subject TEXT NOT NULL COLLATE NOCASE,
	detail TEXT NOT NULL
) STRICT;

CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_of_subject ON audit (subject, at);
CREATE INDEX audit_of_actor ON audit (actor, at);

CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit BEGIN
	SELECT raise(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN
	SELECT raise(ABORT, 'the audit log is append-only');
END;

-- A replacing insert deletes without a trigger.
CREATE TRIGGER audit_appends BEFORE INSERT ON audit
	WHEN new.id <> -1 AND new.id <= (SELECT coalesce(max(id), 0) FROM audit) BEGIN
	SELECT raise(ABORT, 'the audit log is append-only');
END;
