package dev.statute.testkit;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.util.List;
import java.util.function.Supplier;

/** A test of a test file, ready to run; it may run several times. Confined to one thread. */
public final class RunnableTest {
  private final String file;
  private final String name;
  private final Place place;
  private final Supplier<Shown> body;

  /** Failures, and what explains them. */
  record Shown(List<Problem> failures, List<String> story) {
    static final Shown PASSED = new Shown(List.of(), List.of());
  }

  RunnableTest(String file, String name, Place place, Supplier<Shown> body) {
    this.file = file;
    this.name = name;
    this.place = place;
    this.body = body;
  }

  public String name() {
    return name;
  }

  public TestOutcome run() {
    Shown shown = body.get();
    return new TestOutcome(file, name, place, shown.failures(), shown.story());
  }
}
