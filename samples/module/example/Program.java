package example;

import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.policy.spi.Policy;
import java.time.Instant;
import java.util.Map;

/** Makes one step by the interfaces of the core. Compiles. */
final class Program {
  private Program() {}

  static Outcome step(Chart chart, Instant now) {
    Interpreter interpreter = Interpreter.of(chart, Policy.none("only its states are tried"));
    var started = interpreter.start("one", Map.of(), now).snapshot();
    return interpreter.step(started, new Input.Event("approve", Map.of()), now).outcome();
  }
}
