/** State space of charts: reachability, properties of all paths, counter-examples. */
@SuppressWarnings("module") // the command line is absent from its path
module dev.statute.analysis {
  requires transitive dev.statute.core;
  requires static org.jspecify;

  exports dev.statute.analysis to
      dev.statute.cli,
      dev.statute.session;
}
