package dev.statute.session;

import dev.statute.problem.Place;
import dev.statute.session.internal.PathProperties;
import dev.statute.session.internal.TestFailures;
import dev.statute.yaml.TestFile.Property;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Loaded test of a test file; it may run several times. Confined to one thread. */
public final class RunnableTest {
  private final String file;
  private final String name;
  private final Place place;
  private final Supplier<TestFailures> body;

  RunnableTest(String file, String name, Place place, Supplier<TestFailures> body) {
    this.file = file;
    this.name = name;
    this.place = place;
    this.body = body;
  }

  /** Creates the test of a property. */
  static RunnableTest of(Path file, Property property, PathProperties properties) {
    return new RunnableTest(
        file.toString(),
        property.name(),
        property.expression().place(),
        () -> properties.check(property));
  }

  public String name() {
    return name;
  }

  public TestOutcome run() {
    TestFailures failed = body.get();
    return new TestOutcome(file, name, place, failed.failures(), failed.story());
  }
}
