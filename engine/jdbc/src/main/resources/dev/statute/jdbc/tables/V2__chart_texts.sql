-- The YAML text of a chart, so that its instances can be finished after its file was edited.
CREATE TABLE chart_texts(
  hash TEXT NOT NULL PRIMARY KEY,
  text TEXT NOT NULL,
  crc BIGINT NOT NULL);

INSERT INTO statute_schema(version) VALUES (2);
