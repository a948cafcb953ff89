package dev.statute.testkit;

import dev.statute.problem.Problem;
import dev.statute.problem.Text;
import java.util.List;
import java.util.function.Supplier;

/** A test of a test file, ready to run; it may run several times. Confined to one thread. */
public final class RunnableTest {
  private final String file;
  private final Text name;
  private final Supplier<Shown> body;

  /** Failures, and what explains them. */
  record Shown(List<Problem> failures, List<String> story) {}

  RunnableTest(String file, Text name, Supplier<Shown> body) {
    this.file = file;
    this.name = name;
    this.body = body;
  }

  public String file() {
    return file;
  }

  /** Its name, with the place where it stands. */
  public Text name() {
    return name;
  }

  public Tested run() {
    Shown shown = body.get();
    return new Tested(file, name.value(), name.place(), shown.failures(), shown.story());
  }
}
