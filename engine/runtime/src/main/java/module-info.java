/** Engine, instances, timers, handlers and the port of their store. */
module dev.statute.runtime {
  requires transitive dev.statute.core;
  requires static org.jspecify;
  requires org.slf4j;

  exports dev.statute.runtime;
  exports dev.statute.runtime.support to
      dev.statute,
      dev.statute.turns;
  exports dev.statute.store;
}
