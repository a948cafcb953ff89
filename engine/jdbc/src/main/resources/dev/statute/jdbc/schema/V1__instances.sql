-- Instances of any chart. Loads unchanged on PostgreSQL 15 and SQLite 3.40 and on later ones.
-- Times are milliseconds since 1970. A crc is the CRC32C of what a row says, checked when it is read.

CREATE TABLE statute_schema(
  version INT NOT NULL PRIMARY KEY);

CREATE TABLE workers(
  name TEXT NOT NULL PRIMARY KEY,
  session TEXT NOT NULL,
  until_at BIGINT NOT NULL,
  crc BIGINT NOT NULL);

CREATE TABLE charts(
  hash TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  version INT NOT NULL,
  crc BIGINT NOT NULL);

-- A removed instance keeps its row without a snapshot: its numbers must never be used twice.
CREATE TABLE instances(
  instance_id TEXT NOT NULL PRIMARY KEY,
  chart_hash TEXT NOT NULL,
  snapshot TEXT,
  parent TEXT,
  epoch BIGINT NOT NULL,
  rev BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  due_at BIGINT,
  ended INT NOT NULL,
  crc BIGINT NOT NULL,
  event_seq BIGINT NOT NULL,
  event_crc BIGINT NOT NULL,
  status TEXT NOT NULL CHECK(status IN('live','parked','quarantined','done','removed')),
  reason TEXT,
  status_crc BIGINT NOT NULL,
  holder TEXT,
  session TEXT);
CREATE INDEX ix_instances_due ON instances(due_at) WHERE due_at IS NOT NULL;

-- inbox_id orders the waiting events of one instance; crc is that of the rest plus inbox_id. An event
-- that was handled without waiting here has no payload.
CREATE TABLE inbox(
  instance_id TEXT NOT NULL,
  inbox_id BIGINT NOT NULL,
  event_id TEXT NOT NULL,
  payload TEXT,
  at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  outcome TEXT,
  handled_at BIGINT,
  outcome_crc BIGINT,
  PRIMARY KEY(instance_id, event_id));
CREATE INDEX ix_inbox_waiting ON inbox(instance_id, inbox_id) WHERE outcome IS NULL;
CREATE INDEX ix_inbox_handled ON inbox(handled_at) WHERE handled_at IS NOT NULL;

CREATE TABLE outbox(
  instance_id TEXT NOT NULL,
  rev BIGINT NOT NULL,
  n INT NOT NULL,
  effect_key TEXT NOT NULL,
  payload TEXT NOT NULL,
  at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  PRIMARY KEY(instance_id, rev, n));

CREATE TABLE events(
  instance_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  crc BIGINT NOT NULL,
  PRIMARY KEY(instance_id, number));
CREATE INDEX ix_events_at ON events(at);

INSERT INTO statute_schema(version) VALUES (1);
