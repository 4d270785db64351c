-- A digest comes with a byte for each part of the state, so that a run that plays otherwise tells where it began to.

ALTER TABLE digests ADD COLUMN parts BLOB;
