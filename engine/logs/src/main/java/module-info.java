/** Session logs and spans of other agent programs as records. */
@SuppressWarnings("module") // modules that need this one are absent from its path
module dev.statute.logs {
  requires transitive dev.statute.core;
  requires com.fasterxml.jackson.core;
  requires dev.statute.json;
  requires dev.statute.yaml;
  requires java.sql;
  requires static org.jspecify;

  exports dev.statute.logs to
      dev.statute.cli,
      dev.statute.guard;
  exports dev.statute.logs.hook to
      dev.statute.guard;
  exports dev.statute.logs.span to
      dev.statute.telemetry;
}
