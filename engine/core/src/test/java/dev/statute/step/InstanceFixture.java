package dev.statute.step;

import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition;
import dev.statute.policy.spi.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Instance with a settable clock; handles inputs as a host does, and records the steps. */
final class InstanceFixture {
  final Interpreter interpreter;
  final List<Step> steps = new ArrayList<>();
  Snapshot snapshot;
  Instant now = Instant.EPOCH;

  private InstanceFixture(Interpreter interpreter, Map<String, ?> data) {
    this.interpreter = interpreter;
    steps.addAll(interpreter.runToCompletion(interpreter.start("i-1", data, now), now));
    snapshot = last().snapshot();
  }

  static InstanceFixture of(UnaryOperator<ChartBuilder> content) {
    return of(Policy.NONE, content);
  }

  static InstanceFixture of(Policy policy, UnaryOperator<ChartBuilder> content) {
    return of(policy, ChartBuilder.chart("chart", content), Map.of());
  }

  static InstanceFixture of(Policy policy, ChartDefinition definition, Map<String, ?> data) {
    CompileOptions setup =
        new CompileOptions(null, Map.of(), Map.of(), policy.settingNames(), null);
    return new InstanceFixture(
        Interpreter.of(Chart.compile(definition, setup).get(), policy), data);
  }

  static Outcome start(UnaryOperator<ChartBuilder> content) {
    Chart chart = Chart.compile(ChartBuilder.chart("chart", content)).get();
    return Interpreter.of(chart, Policy.NONE).start("i-1", Map.of(), Instant.EPOCH).outcome();
  }

  /** Handles an input and returns the outcome of its own step. */
  Outcome give(Input input) {
    List<Step> made = interpreter.handle(snapshot, input, now);
    steps.clear();
    steps.addAll(made);
    snapshot = last().snapshot();
    return made.stream()
        .filter(step -> step.cause() instanceof Cause.External)
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  Outcome send(String event) {
    return give(new Input.Event(event));
  }

  Outcome send(String event, Map<String, ?> data) {
    return give(new Input.Event(event, data));
  }

  Outcome send(String event, @Nullable String id) {
    return give(new Input.Event(event, null, id));
  }

  Outcome move(String to) {
    return give(new Input.Move(to));
  }

  Outcome report(Map<String, ?> fields) {
    return give(new Input.Report(fields));
  }

  Outcome can(String event) {
    return interpreter.can(snapshot, new Input.Event(event), now);
  }

  /** Advances the clock; timers fire at their due instants. */
  List<Step> pass(String duration) {
    Instant until = now.plus(Duration.parse("PT" + duration));
    steps.clear();
    for (Instant due = snapshot.due(); due != null && !due.isAfter(until); due = snapshot.due()) {
      now = due;
      steps.addAll(interpreter.fireDue(snapshot, now));
      snapshot = last().snapshot();
    }
    now = until;
    return List.copyOf(steps);
  }

  Step last() {
    return steps.get(steps.size() - 1);
  }

  Trace trace() {
    return last().outcome().trace();
  }

  List<String> states() {
    return snapshot.configuration();
  }

  List<String> kinds() {
    return steps.stream().map(step -> step.outcome().kind()).toList();
  }

  /** Returns the types of all emissions since the last input. */
  List<String> emitted() {
    List<String> types = new ArrayList<>();
    for (Step step : steps) {
      for (Effect effect : step.outcome().trace().effects()) {
        if (effect instanceof Effect.Emit emit) {
          types.add(emit.type());
        }
      }
    }
    return types;
  }
}
