/** Charts, rule packs and test files in YAML. */
module dev.statute.yaml {
  requires transitive dev.statute.core;
  requires java.xml;
  requires static org.jspecify;
  requires org.yaml.snakeyaml;

  exports dev.statute.yaml;
}
