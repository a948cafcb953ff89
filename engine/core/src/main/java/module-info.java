/**
 * Charts, expressions, the policy seam and the interpreter: pure functions without clock, I/O or
 * logging.
 */
// re2j has no module descriptor; modules that need more than the core are absent from its path
@SuppressWarnings({"requires-automatic", "module"})
module dev.statute.core {
  requires re2j;
  requires static transitive org.jspecify;

  exports dev.statute.chart;
  exports dev.statute.chart.check to
      dev.statute,
      dev.statute.cli,
      dev.statute.drools,
      dev.statute.session,
      dev.statute.yaml;
  exports dev.statute.collection to
      dev.statute.guard,
      dev.statute.jdbc,
      dev.statute.json,
      dev.statute.langchain4j,
      dev.statute.server,
      dev.statute.telemetry;
  exports dev.statute.expr to
      dev.statute.cli,
      dev.statute.drools,
      dev.statute.json,
      dev.statute.progress,
      dev.statute.runtime,
      dev.statute.server,
      dev.statute.session,
      dev.statute.telemetry,
      dev.statute.turns,
      dev.statute.yaml;
  exports dev.statute.expr.reading to
      dev.statute.logs;
  exports dev.statute.policy;
  exports dev.statute.policy.base;
  exports dev.statute.policy.spi;
  exports dev.statute.problem;
  exports dev.statute.step;

  // symbolic execution runs the same compiled charts by the same algorithm
  exports dev.statute.chart.internal to
      dev.statute.analysis;
  exports dev.statute.expr.internal to
      dev.statute.analysis;
  exports dev.statute.expr.internal.check to
      dev.statute.analysis;
  exports dev.statute.expr.internal.node to
      dev.statute.analysis;
  exports dev.statute.policy.spi.internal to
      dev.statute.analysis,
      dev.statute.drools;
  exports dev.statute.step.internal.algorithm to
      dev.statute.analysis;
  exports dev.statute.step.internal.model to
      dev.statute.analysis;
  exports dev.statute.step.internal.scope to
      dev.statute.analysis;

  uses dev.statute.policy.spi.ProgressTrackerFactory;
}
