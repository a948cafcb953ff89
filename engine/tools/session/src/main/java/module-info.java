/** One chart over input lines: runs, recorded sessions, test files, coverage. */
module dev.statute.session {
  requires transitive dev.statute;
  requires transitive dev.statute.analysis;
  requires static org.jspecify;

  exports dev.statute.session;
}
