package dev.statute.step;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.internal.StateContents;
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

/** Compiled chart: checked, resolved, and shared by all its instances. Immutable, thread-safe. */
public final class Chart {
  private final ChartDefinition definition;
  private final Settings settings;
  private final String hash;
  private final String revision;
  private final CompiledChart model;

  /** Creates a chart; for the compiler only. */
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

  /** Checks and compiles a chart; the result contains warnings too. */
  public static Loaded<Chart> compile(ChartDefinition definition, CompileOptions setup) {
    return ChartCompiler.compile(definition, setup);
  }

  /** Compiles a chart with the settings that it declares itself. */
  public static Loaded<Chart> compile(ChartDefinition definition) {
    return compile(definition, CompileOptions.NONE);
  }

  public String name() {
    return definition.name().value();
  }

  public int version() {
    return definition.version();
  }

  /** Returns {@code sha256:} and the hash of the definition without notes and places. */
  public String hash() {
    return hash;
  }

  /** Returns {@code sha256:} and the hash of the chart, its rule packs and its settings. */
  public String revision() {
    return revision;
  }

  public ChartDefinition definition() {
    return definition;
  }

  /** Returns the effective settings. */
  public Settings settings() {
    return settings;
  }

  /** Returns the ids of all states in document order, history states included, without the root. */
  public List<String> states() {
    return model.ids();
  }

  /** Returns all transitions and moves by state, in the order in which they are tried. */
  public List<TransitionInfo> transitions() {
    return model.transitions();
  }

  /**
   * Returns a handle of an event for {@link LiveInstance#send(EventHandle, java.util.Map,
   * java.time.Instant)}. The chart need not name the event: sending the handle has the same result
   * as sending the name.
   */
  public EventHandle event(String name) {
    return new EventHandle(this, name);
  }

  /**
   * Returns the names of the handlers that calls and tasks require, each with its first place.
   * Handlers of optional calls are left out, as they may be missing.
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

  /** Returns the names of the guards that rules must grant, each with its first place. */
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

  /** Returns the internal model, for the interpreter. */
  public CompiledChart model() {
    return model;
  }

  @Override
  public String toString() {
    return name() + " " + version();
  }
}
