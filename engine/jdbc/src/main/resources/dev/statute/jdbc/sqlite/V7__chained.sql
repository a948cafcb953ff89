-- What comes with every event is found without an index of its own, see Layout. An event leads to
-- the one before it in its stream (before_row; 0 = none is known), the instance to its last one;
-- every sixteenth has a place in an index. latest: ids that the instance handled and that have no
-- row in the inbox yet. kept_from: the number of the first event that is kept; NULL where the
-- stream began before there was this column. For SQLite 3.40 and later ones.
ALTER TABLE instances ADD COLUMN latest TEXT;
ALTER TABLE instances ADD COLUMN event_row BIGINT;
ALTER TABLE instances ADD COLUMN kept_from BIGINT;
ALTER TABLE instances ADD COLUMN kept_crc BIGINT;

UPDATE instances SET event_row =
  (SELECT e.rowid FROM events e
    WHERE e.instance_id = instances.instance_id AND e.number = instances.event_seq);

CREATE TABLE chained(
  event_row INTEGER NOT NULL PRIMARY KEY,
  instance_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  crc BIGINT NOT NULL,
  before_row BIGINT NOT NULL,
  before_crc BIGINT NOT NULL);

INSERT INTO chained
  SELECT e.rowid, e.instance_id, e.number, e.at, e.type, e.payload, e.crc,
    COALESCE((SELECT b.rowid FROM events b
      WHERE b.instance_id = e.instance_id AND b.number = e.number - 1), 0), -1
  FROM events e ORDER BY e.rowid;

DROP TABLE events;
ALTER TABLE chained RENAME TO events;

CREATE UNIQUE INDEX ix_events_block ON events(instance_id, number) WHERE number % 16 = 0;

INSERT INTO statute_schema(version) VALUES (7);
