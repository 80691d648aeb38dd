-- The runs of a suite are found by it.
ALTER TABLE documents ADD COLUMN suite_run TEXT NOT NULL DEFAULT '';
CREATE INDEX documents_suite_run ON documents(kind, suite_run, id) WHERE suite_run <> '';
-- In a pool: the sequence of the message that a row is from, and the one up to which this file has what
-- a stream had.
ALTER TABLE documents ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
CREATE TABLE applied (stream TEXT PRIMARY KEY, sequence INTEGER NOT NULL) WITHOUT ROWID
