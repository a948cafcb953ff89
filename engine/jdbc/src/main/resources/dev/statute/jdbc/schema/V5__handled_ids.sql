-- The ids that an instance handled last, as far as its snapshot leaves them to this row: then the
-- snapshot names the revision in which the row was written. Loads unchanged on PostgreSQL 15 and
-- SQLite 3.40 and on later ones.

CREATE TABLE handled_ids(
  instance_id TEXT NOT NULL PRIMARY KEY,
  rev BIGINT NOT NULL,
  ids TEXT NOT NULL,
  crc BIGINT NOT NULL);

INSERT INTO statute_schema(version) VALUES (5);
