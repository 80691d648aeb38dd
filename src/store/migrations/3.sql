-- Runs are found by these columns and counted from the index alone: their JSON is long, and columns
-- after it are slow to read.
ALTER TABLE documents ADD COLUMN verdict TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN ending TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN profile TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN version TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN tags TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN began_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN duration_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN cost_usd REAL NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN replay INTEGER NOT NULL DEFAULT 0;
-- Times in the JSON become milliseconds since 1970.
UPDATE documents SET
    verdict = coalesce(json_extract(json, '$.verdict'), ''),
    ending = coalesce(json_extract(json, '$.end'), ''),
    profile = coalesce(json_extract(json, '$.profile'), ''),
    began_ms = coalesce(
        CAST(round((julianday(json_extract(json, '$.startedAt')) - 2440587.5) * 86400000) AS INTEGER),
        0),
    duration_ms = coalesce(max(
        CAST(round((julianday(json_extract(json, '$.endedAt')) - 2440587.5) * 86400000) AS INTEGER) -
        CAST(round((julianday(json_extract(json, '$.startedAt')) - 2440587.5) * 86400000) AS INTEGER),
        0), 0),
    cost_usd = coalesce(json_extract(json, '$.usage.costUsd'), 0),
    tokens = coalesce(json_extract(json, '$.usage.inputTokens'), 0) +
        coalesce(json_extract(json, '$.usage.outputTokens'), 0),
    replay = coalesce(json_extract(json, '$.replayedSteps') > 0 AND
        json_extract(json, '$.replayedSteps') = json_array_length(json, '$.steps'), 0)
    WHERE kind = 'run';
UPDATE documents SET tags = coalesce(
    (SELECT char(10) || group_concat(value, char(10)) || char(10) FROM json_each(documents.json,
        CASE kind WHEN 'run' THEN '$.scenario.tags' ELSE '$.tags' END)), '')
    WHERE kind IN ('run', 'scenario');
DROP INDEX documents_scenario;
CREATE INDEX documents_outcomes ON documents(kind, scenario, id DESC, state, verdict, ending, profile,
    version, began_ms, duration_ms, cost_usd, tokens, replay);
CREATE INDEX documents_verdict ON documents(kind, verdict, id);
CREATE INDEX documents_profile ON documents(kind, profile, id)
