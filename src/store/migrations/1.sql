CREATE TABLE documents(
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    scenario TEXT NOT NULL,
    state TEXT NOT NULL,
    device TEXT NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (kind, id));
CREATE INDEX documents_scenario ON documents(kind, scenario, id);
CREATE INDEX documents_state ON documents(kind, state, id);
CREATE INDEX documents_device ON documents(kind, device, id);
CREATE TABLE events(
    run INTEGER NOT NULL REFERENCES documents(key) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (run, number)) WITHOUT ROWID
