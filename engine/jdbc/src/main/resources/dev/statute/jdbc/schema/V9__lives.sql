-- Lives that ended and that later ones of the same id took the place of: the snapshot with which one
-- ended, by the revision that the id then had. Loads unchanged on PostgreSQL 15 and SQLite 3.40 and
-- on later ones.

CREATE TABLE lives(
  instance_id TEXT NOT NULL,
  rev BIGINT NOT NULL,
  until_at BIGINT NOT NULL,
  snapshot TEXT NOT NULL,
  crc BIGINT NOT NULL,
  PRIMARY KEY(instance_id, rev));

INSERT INTO statute_schema(version) VALUES (9);
