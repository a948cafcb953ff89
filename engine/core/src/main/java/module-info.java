/**
 * Charts, expressions, the policy seam and the interpreter: pure functions without clock, I/O or
 * logging.
 */
@SuppressWarnings("requires-automatic") // re2j has no module descriptor
module dev.statute.core {
  requires re2j;
  requires static transitive org.jspecify;

  exports dev.statute.chart;
  exports dev.statute.chart.check;
  exports dev.statute.expr;
  exports dev.statute.policy;
  exports dev.statute.policy.base;
  exports dev.statute.policy.spi;
  exports dev.statute.problem;
  exports dev.statute.step;
  exports dev.statute.step.symbolic;

  uses dev.statute.policy.spi.ProgressTrackerFactory;
}
