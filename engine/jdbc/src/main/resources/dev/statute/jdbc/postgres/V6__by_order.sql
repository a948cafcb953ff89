-- What is old is found by indexes here, which stay; see the file of this number for SQLite. For
-- PostgreSQL 15 and later ones.

INSERT INTO statute_schema(version) VALUES (6);
