/** SCXML to YAML, charts to SCXML. */
@SuppressWarnings("module") // modules that need this one are absent from its path
module dev.statute.scxml {
  requires transitive dev.statute.core;
  requires java.xml;
  requires static org.jspecify;

  exports dev.statute.scxml to
      dev.statute,
      dev.statute.cli;
}
