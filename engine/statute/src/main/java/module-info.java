/** Charts, rules and settings from files, put together to an engine. */
module dev.statute {
  requires transitive dev.statute.core;
  requires transitive dev.statute.drools;
  requires transitive dev.statute.json;
  requires transitive dev.statute.runtime;
  requires transitive dev.statute.turns;
  requires transitive dev.statute.yaml;
  requires dev.statute.scxml;
  requires org.slf4j;
  requires static org.jspecify;

  exports dev.statute;
}
