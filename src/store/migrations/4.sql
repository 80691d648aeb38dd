-- The runs of a suite are found by it.
ALTER TABLE documents ADD COLUMN suite_run TEXT NOT NULL DEFAULT '';
CREATE INDEX documents_suite_run ON documents(kind, suite_run, id) WHERE suite_run <> '';
-- In a pool, this file has what a stream had up to this sequence.
CREATE TABLE applied (stream TEXT PRIMARY KEY, sequence INTEGER NOT NULL) WITHOUT ROWID
