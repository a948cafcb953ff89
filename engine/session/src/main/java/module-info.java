/** One chart over input lines: runs, recorded sessions, test files, coverage. */
@SuppressWarnings("module") // modules that need this one are absent from its path
module dev.statute.session {
  requires transitive dev.statute;
  requires transitive dev.statute.analysis;
  requires static org.jspecify;

  exports dev.statute.session to
      dev.statute.cli,
      dev.statute.server,
      dev.statute.testkit;
}
