/** Input lines, outcomes and snapshots as JSON. */
module dev.statute.json {
  requires transitive dev.statute.core;
  requires com.fasterxml.jackson.core;
  requires static org.jspecify;

  exports dev.statute.json;
}
