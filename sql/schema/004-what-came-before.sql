-- A run avenges those who had fallen when it began.  Clocks jump, so that is told by the number of the last score then.

ALTER TABLE runs ADD COLUMN after_score INTEGER NOT NULL DEFAULT 0;
UPDATE runs SET after_score = (SELECT coalesce(max(number), 0) FROM scores WHERE scores.ended <= begun) WHERE runs.ended = 0;
