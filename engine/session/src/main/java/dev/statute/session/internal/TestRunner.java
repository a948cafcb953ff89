package dev.statute.session.internal;

import dev.statute.problem.Problem;
import dev.statute.yaml.TestFile.TestCase;
import java.util.List;

/** Runner of the tests of a file, of a chart or of a pack. */
public interface TestRunner {
  /** Finds the problems of a test that are known before it runs. */
  List<Problem> check(TestCase test);

  TestFailures run(TestCase test);
}
