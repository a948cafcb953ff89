package dev.statute.testkit;

import dev.statute.problem.Problem;
import dev.statute.problem.Text;
import dev.statute.yaml.TestFile.Property;
import java.util.List;

/** A property over all paths of a chart. */
final class PathProperty {
  private PathProperty() {}

  static Text text(Property property) {
    if (property instanceof Property.Never never) {
      return never.expression();
    }
    if (property instanceof Property.Always always) {
      return always.expression();
    }
    return ((Property.LeadsTo) property).when();
  }

  /** Says that this build cannot check it: a property that is not checked must not look proven. */
  static RunnableTest.Shown check(Property property) {
    Problem problem =
        Problem.error(
            "T303",
            text(property),
            "properties over all paths cannot be checked by this build",
            "write the paths that matter as tests with steps");
    return new RunnableTest.Shown(List.of(problem), List.of());
  }
}
