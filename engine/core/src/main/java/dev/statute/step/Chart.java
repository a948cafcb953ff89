package dev.statute.step;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateContents;
import dev.statute.chart.TransitionDefinition;
import dev.statute.policy.Settings;
import dev.statute.problem.Loaded;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.compile.ChartCompiler;
import dev.statute.step.internal.model.CompiledChart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A chart that runs: checked, resolved, and shared by all its instances. Immutable, thread-safe.
 */
public final class Chart {
  private final ChartDefinition definition;
  private final Settings settings;
  private final String hash;
  private final String revision;
  private final CompiledChart model;

  /** Made by the compiler. */
  public Chart(
      ChartDefinition definition,
      Settings settings,
      String hash,
      String revision,
      CompiledChart model) {
    this.definition = definition;
    this.settings = settings;
    this.hash = hash;
    this.revision = revision;
    this.model = model;
  }

  /** Checks a chart and makes it run; warnings are reported with it. */
  public static Loaded<Chart> compile(ChartDefinition definition, CompileOptions setup) {
    return ChartCompiler.compile(definition, setup);
  }

  /** With the settings that the chart gives itself. */
  public static Loaded<Chart> compile(ChartDefinition definition) {
    return compile(definition, CompileOptions.NONE);
  }

  public String name() {
    return definition.name().value();
  }

  public int version() {
    return definition.version();
  }

  /** {@code sha256:} and the hash of what the chart says, notes and places left out. */
  public String hash() {
    return hash;
  }

  /** {@code sha256:} over the chart, its rule packs and its settings. */
  public String revision() {
    return revision;
  }

  public ChartDefinition definition() {
    return definition;
  }

  /** The effective settings. */
  public Settings settings() {
    return settings;
  }

  /** Ids of all states in document order, history states among them, without the root. */
  public List<String> states() {
    return model.ids();
  }

  /** All transitions and moves in the order in which they are tried, by state. */
  public List<TransitionInfo> transitions() {
    return model.transitions();
  }

  /**
   * An event by a handle, for {@link LiveInstance#send(EventHandle, java.util.Map,
   * java.time.Instant)}. It need not be one that the chart knows: sending it gives what sending its
   * name gives.
   */
  public EventHandle event(String name) {
    return new EventHandle(this, name);
  }

  /**
   * Names of the handlers that its calls and tasks ask for, each where it first stands. Those of
   * optional calls are left out: they need not be there.
   */
  public List<SourceText> handlers() {
    Map<String, SourceText> named = new LinkedHashMap<>();
    StateContents parts = StateContents.of(definition, model.index());
    for (ActionDefinition action : parts.actions()) {
      if (action instanceof ActionDefinition.Call call && !call.optional()) {
        named.putIfAbsent(call.handler().value(), call.handler());
      }
    }
    for (int state = 0; state < model.index().size(); state++) {
      for (InvokeDefinition invoke : model.index().state(state).invokes()) {
        SourceText task = invoke.task();
        if (task != null) {
          named.putIfAbsent(task.value(), task);
        }
      }
    }
    return List.copyOf(named.values());
  }

  /** Names of the guards that rules are to grant, each where it first stands. */
  public List<SourceText> guards() {
    Map<String, SourceText> named = new LinkedHashMap<>();
    StateContents parts = StateContents.of(definition, model.index());
    for (int state = 0; state < model.index().size(); state++) {
      Stream.concat(
              parts.transitions(state).stream().map(TransitionDefinition::guard),
              parts.moves(state).stream().map(MoveDefinition::guard))
          .filter(Objects::nonNull)
          .forEach(guard -> named.putIfAbsent(guard.value(), guard));
    }
    return List.copyOf(named.values());
  }

  /** The internal parts, for the interpreter. */
  public CompiledChart model() {
    return model;
  }

  @Override
  public String toString() {
    return name() + " " + version();
  }
}
