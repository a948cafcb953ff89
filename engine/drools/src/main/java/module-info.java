/** Policies in DRL: checks, compilation, evaluation, explanation. */
@SuppressWarnings("requires-automatic") // Drools and RE2/J have no module descriptors
module dev.statute.drools {
  requires transitive dev.statute.core;
  requires org.jspecify; // annotations of facts are read
  requires java.desktop; // names of properties
  requires java.management;
  requires org.drools.compiler;
  requires org.drools.core;
  requires org.drools.drl.ast;
  requires org.drools.drl.parser;
  requires org.drools.kiesession;
  requires org.drools.mvel;
  requires org.kie.api;
  requires org.kie.internal.api;
  requires org.slf4j;
  requires re2j;

  exports dev.statute.drools;
}
