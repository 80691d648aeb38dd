-- Search this text rather than the whole JSON.
ALTER TABLE documents ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE documents SET words =
    coalesce(json_extract(json, '$.name'), '') || char(10) ||
    coalesce(json_extract(json, '$.title'), '') || char(10) ||
    coalesce(json_extract(json, '$.goal'), '') || char(10) ||
    coalesce(json_extract(json, '$.packageName'), '')
