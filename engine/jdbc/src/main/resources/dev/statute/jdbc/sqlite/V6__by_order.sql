-- What is old is found by the order in which rows were added, which SQLite keeps by itself; an index
-- by time would be written with every event. For SQLite 3.40 and later ones.

DROP INDEX ix_inbox_handled;
DROP INDEX ix_events_at;

INSERT INTO statute_schema(version) VALUES (6);
