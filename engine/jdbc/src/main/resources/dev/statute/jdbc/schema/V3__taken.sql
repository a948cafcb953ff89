-- Who carries out what leaves. Loads unchanged on PostgreSQL 15 and SQLite 3.40 and on later ones.
-- taken_until: whoever took the event has it until then; taken: how often somebody did.

ALTER TABLE agent_outbox ADD COLUMN taken_until BIGINT;
ALTER TABLE agent_outbox ADD COLUMN taken INT NOT NULL DEFAULT 0;

INSERT INTO statute_schema(version) VALUES (3);
