/** Engine, instances, timers, handlers, store ports and agent turns. */
module dev.statute.runtime {
  requires transitive dev.statute.core;
  requires static org.jspecify;
  requires org.slf4j;

  exports dev.statute.runtime;
  exports dev.statute.store;
  exports dev.statute.turns;
  exports dev.statute.turns.store;
}
