/** Turns of agents, and the port of their store. */
module dev.statute.turns {
  requires transitive dev.statute.core;
  requires transitive dev.statute.runtime;
  requires static org.jspecify;
  requires org.slf4j;

  exports dev.statute.turns;
  exports dev.statute.turns.store;
}
