-- Checksums of what is kept beside the content of a row: how far an event has left, and the place
-- of a call among those of its turn. Loads unchanged on PostgreSQL 15 and SQLite 3.40 and on later
-- ones. -1: written before there were any.

ALTER TABLE agent_outbox ADD COLUMN left_crc BIGINT NOT NULL DEFAULT -1;
ALTER TABLE turn_waiting_tools ADD COLUMN n_crc BIGINT NOT NULL DEFAULT -1;

INSERT INTO statute_schema(version) VALUES (4);
