package dev.statute.bench.step;

import dev.statute.policy.spi.Policy;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.EventHandle;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.LiveInstance;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.yaml.YamlCharts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Statute in two variants: as an instance that changes in place, and as a function of snapshots.
 */
final class StatuteMachine {
  private StatuteMachine() {}

  /** Creates instances without observers, with events by handle. */
  static LibraryColumn.Maker live(ChartPlan plan) {
    Interpreter interpreter = interpreter(plan);
    List<EventHandle> events = names(plan).stream().map(interpreter.chart()::event).toList();
    List<Map<String, Object>> payloads = payloads(plan);
    return () -> new ByHandle(interpreter.live(start(interpreter)), events, payloads);
  }

  /** Creates instances without observers, with events by name. */
  static LibraryColumn.Maker named(ChartPlan plan) {
    Interpreter interpreter = interpreter(plan);
    List<String> names = names(plan);
    List<Map<String, Object>> payloads = payloads(plan);
    return () -> new ByName(interpreter.live(start(interpreter)), names, payloads);
  }

  /**
   * Creates instances with full outcomes: {@link Interpreter#handle}, a snapshot in and a snapshot
   * out.
   */
  static LibraryColumn.Maker handled(ChartPlan plan) {
    Interpreter interpreter = interpreter(plan);
    List<Input> inputs = new ArrayList<>();
    for (int i = 0; i < plan.events().size(); i++) {
      inputs.add(new Input.Event(names(plan).get(i), payloads(plan).get(i)));
    }
    return () -> new Observed(interpreter, start(interpreter), inputs.toArray(new Input[0]));
  }

  private static Interpreter interpreter(ChartPlan plan) {
    Source source = new Source(plan.name() + ".yaml", plan.yaml());
    return Interpreter.of(Chart.compile(YamlCharts.load(source).get()).get(), Policy.NONE);
  }

  private static Snapshot start(Interpreter interpreter) {
    return interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
  }

  private static List<String> names(ChartPlan plan) {
    return plan.events().stream().map(ChartPlan.Signal::event).toList();
  }

  private static List<Map<String, Object>> payloads(ChartPlan plan) {
    return plan.events().stream().map(s -> Map.<String, Object>of("success", s.success())).toList();
  }

  private abstract static class Unobserved implements ChartMachine {
    final LiveInstance live;
    final List<Map<String, Object>> payloads;

    Unobserved(LiveInstance live, List<Map<String, Object>> payloads) {
      this.live = live;
      this.payloads = payloads;
    }

    @Override
    public String where() {
      return String.join("+", live.configuration());
    }

    @Override
    public Object kept() {
      return live;
    }
  }

  private static final class ByHandle extends Unobserved {
    private final EventHandle[] events;

    ByHandle(LiveInstance live, List<EventHandle> events, List<Map<String, Object>> payloads) {
      super(live, payloads);
      this.events = events.toArray(new EventHandle[0]);
    }

    @Override
    public void send(int event) {
      live.send(events[event], payloads.get(event), Instant.EPOCH);
    }
  }

  private static final class ByName extends Unobserved {
    private final String[] names;

    ByName(LiveInstance live, List<String> names, List<Map<String, Object>> payloads) {
      super(live, payloads);
      this.names = names.toArray(new String[0]);
    }

    @Override
    public void send(int event) {
      live.send(names[event], payloads.get(event), Instant.EPOCH);
    }
  }

  private static final class Observed implements ChartMachine {
    private final Interpreter interpreter;
    private final Input[] inputs;
    private Snapshot snapshot;

    Observed(Interpreter interpreter, Snapshot snapshot, Input[] inputs) {
      this.interpreter = interpreter;
      this.snapshot = snapshot;
      this.inputs = inputs;
    }

    @Override
    public void send(int event) {
      List<Step> steps = interpreter.handle(snapshot, inputs[event], Instant.EPOCH);
      snapshot = steps.get(steps.size() - 1).snapshot();
    }

    @Override
    public String where() {
      return String.join("+", snapshot.configuration());
    }

    @Override
    public Object kept() {
      return snapshot;
    }
  }
}
