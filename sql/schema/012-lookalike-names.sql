-- skeleton: the name as store_skeleton folds it, so that names that look alike have the same.

ALTER TABLE accounts ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';
UPDATE accounts SET skeleton = skeleton(name);
CREATE INDEX accounts_skeleton ON accounts (skeleton);
