/** State space of charts: reachability, properties of all paths, counter-examples. */
module dev.statute.analysis {
  requires transitive dev.statute.core;
  requires static org.jspecify;

  exports dev.statute.analysis;
}
