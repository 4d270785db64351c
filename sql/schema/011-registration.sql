-- While the row is there nobody can register.  Its reason is shown to the refused.

CREATE TABLE holds (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	reason TEXT NOT NULL,
	begun INTEGER NOT NULL
) STRICT;
