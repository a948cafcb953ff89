-- Columns that are only used where what comes with every event has no index, see Layout and the file
-- of this number for SQLite. For PostgreSQL 15 and later ones.
ALTER TABLE instances ADD COLUMN latest TEXT;
ALTER TABLE instances ADD COLUMN event_row BIGINT;
ALTER TABLE instances ADD COLUMN kept_from BIGINT;
ALTER TABLE instances ADD COLUMN kept_crc BIGINT;

INSERT INTO statute_schema(version) VALUES (7);
