-- How many transactions have changed anything of an agent: by it a program tells whether what it
-- knows of the agent's rows is still so. Loads unchanged on PostgreSQL 15 and SQLite 3.40 and on
-- later ones. changes_crc = -1: written before there was this column.

ALTER TABLE agent_state_head ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE agent_state_head ADD COLUMN changes_crc BIGINT NOT NULL DEFAULT -1;

INSERT INTO statute_schema(version) VALUES (8);
