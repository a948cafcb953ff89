/** SCXML to YAML, charts to SCXML. */
module dev.statute.scxml {
  requires transitive dev.statute.core;
  requires java.xml;
  requires static org.jspecify;

  exports dev.statute.scxml;
}
