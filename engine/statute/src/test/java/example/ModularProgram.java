package example;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.step.Outcome;
import java.nio.file.Path;
import java.util.Map;

/** Program of {@code ModulePathTest}: prints the outcome of an event that a rule denies. */
public final class ModularProgram {
  private ModularProgram() {}

  public static void main(String[] arguments) {
    try (Statute statute = Statute.load(Path.of(arguments[0]));
        Engine engine = statute.engine().build()) {
      engine.spawn("order-1", "order").join();
      Outcome outcome = engine.instance("order-1").ask("approve", Map.of("by", "ann"));
      System.out.println(Statute.class.getModule() + ": " + outcome.kind());
    }
  }
}
