package dev.statute.step.internal.process;

import dev.statute.chart.DataDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.check.FieldTypes;
import dev.statute.step.Cause;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.cache.StepCache;
import dev.statute.step.internal.interpret.InputValidator;
import dev.statute.step.internal.interpret.InternalEvent;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.InvocationEffects;
import dev.statute.step.internal.interpret.StepAborted;
import dev.statute.step.internal.interpret.StepAlgorithm;
import dev.statute.step.internal.interpret.StepState;
import dev.statute.step.internal.interpret.TimerSchedule;
import dev.statute.step.internal.model.CachedStep;
import dev.statute.step.internal.model.CachedSteps;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Start of instances. */
public final class InstanceStarter {
  private final InterpreterContext context;
  private final CompiledChart model;
  private final StepCache cache;
  private final Map<String, @Nullable Object> initialData;

  /** Start that depends on nothing but the chart; null if there is none or not yet. */
  private volatile @Nullable CachedStep cachedStart;

  public InstanceStarter(InterpreterContext context, StepCache cache) {
    this.context = context;
    this.cache = cache;
    model = context.model();
    initialData = initialData(model);
  }

  private static Map<String, @Nullable Object> initialData(CompiledChart model) {
    Map<String, DataDefinition> declared = model.definition().data();
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    if (declared != null) {
      declared.forEach((name, item) -> all.put(name, convert(item, item.initial())));
    }
    return Collections.unmodifiableMap(all);
  }

  private static @Nullable Object convert(@Nullable DataDefinition item, @Nullable Object value) {
    FieldType type = item == null ? null : item.type();
    return type == null ? value : FieldTypes.convert(type, value);
  }

  public Step start(String id, Map<String, ?> data, long now) {
    Cause cause = new Cause.Start(data, List.of());
    Outcome refused = validate(id, data);
    if (refused != null) {
      return refuse(cause, refused, id, now);
    }
    CachedStep cached = cachedStart;
    if (cached != null) {
      Snapshot after =
          new Snapshot(
              context.chart(),
              id,
              cached.next(),
              bindData(data),
              SnapshotExtras.NONE,
              now,
              cached.commits());
      return new Step(cause, cached.outcome(), after);
    }
    Snapshot before = emptySnapshot(id, bindData(data), now);
    Step step =
        start(
            cause,
            before,
            now,
            algorithm -> {
              algorithm.enterInitialStates();
              algorithm.macrostep();
            });
    if (cache.isCacheableStart(step.outcome(), before, step.snapshot())) {
      cachedStart =
          new CachedStep(
              step.snapshot().activeConfiguration(), CachedSteps.NO_ROW, step.outcome(), 1);
    }
    return step;
  }

  /** Starts an instance in given states, as if they were just entered. */
  public Step startAt(String id, Collection<String> states, Map<String, ?> data, long now) {
    Cause cause = new Cause.Start(data, List.copyOf(states));
    Outcome refused = validate(id, data);
    EntrySet entry = new EntrySet(model, Map.of());
    int[] targets = new int[states.size()];
    int count = 0;
    for (String state : states) {
      int number = model.index().resolve(state);
      if (refused == null && (number < 0 || model.state(number).isHistory())) {
        refused = rejectConfiguration("'" + state + "' is no state to rest in");
      }
      targets[count++] = number;
    }
    if (refused == null) {
      entry.add(targets.length == 0 ? model.root().initial() : targets, 0);
      entry.states().add(0);
      String clash = entry.conflict();
      refused = clash == null ? null : rejectConfiguration(clash);
    }
    return refused == null
        ? start(
            cause,
            emptySnapshot(id, bindData(data), now),
            now,
            algorithm -> enterDirectly(algorithm, entry.states()))
        : refuse(cause, refused, id, now);
  }

  private Step start(Cause cause, Snapshot before, long now, Consumer<StepAlgorithm> entry) {
    Step step =
        StepAlgorithm.begin(context, before, now, false)
            .attempt(
                cause,
                algorithm -> {
                  entry.accept(algorithm);
                  StepState state = algorithm.state();
                  return new Outcome.Started(
                      state.configuration().atomicIds(), state.trace().build());
                });
    return step.outcome() instanceof Outcome.Started
        ? step
        : refuse(cause, step.outcome(), before.id(), now);
  }

  /** Returns the step of a failed start, after which there is no instance. */
  private Step refuse(Cause cause, Outcome outcome, String id, long now) {
    return new Step(cause, outcome, emptySnapshot(id, initialData, now));
  }

  private void enterDirectly(StepAlgorithm algorithm, StateSet states) {
    StepState state = algorithm.state();
    for (int n = states.next(0); n >= 0; n = states.next(n + 1)) {
      state.states().activate(n);
    }
    state.states().endMicrostep();
    if (state.configuration().isDone()) {
      return;
    }
    for (int n = states.next(0); n >= 0; n = states.next(n + 1)) {
      TimerSchedule.arm(state, model.state(n));
    }
    for (NamedTimer timer : model.timers()) {
      if (timer.isActiveIn(state.active())) {
        TimerSchedule.restart(state, timer);
      }
    }
    InvocationEffects.start(state);
    InternalEvent raised = state.queue().poll();
    if (raised != null) {
      throw StepAborted.failed(
          state, "error", String.valueOf(raised.data().get("message")), raised.place());
    }
    algorithm.checkRequirements();
  }

  private Snapshot emptySnapshot(String id, Map<String, @Nullable Object> data, long now) {
    return new Snapshot(
        context.chart(), id, model.emptyConfiguration(), data, SnapshotExtras.NONE, now, 0);
  }

  private Map<String, @Nullable Object> bindData(Map<String, ?> given) {
    if (given.isEmpty()) {
      return initialData;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>(initialData);
    Map<String, DataDefinition> declared = model.definition().data();
    given.forEach(
        (name, value) ->
            all.put(name, convert(declared == null ? null : declared.get(name), value)));
    return Collections.unmodifiableMap(all);
  }

  private @Nullable Outcome validate(String id, Map<String, ?> given) {
    Outcome unkeepable = InputValidator.rejectInvalidValues(List.of(), id, "start", given);
    if (unkeepable != null) {
      return unkeepable;
    }
    Map<String, DataDefinition> declared = model.definition().data();
    if (declared == null) {
      return null;
    }
    for (Map.Entry<String, ?> entry : given.entrySet()) {
      DataDefinition item = declared.get(entry.getKey());
      FieldType type = item == null ? null : item.type();
      if (item == null) {
        return rejectData(
            entry.getKey(), "one of " + declared.keySet(), "the chart declares no such data");
      }
      if (type != null && FieldTypes.mismatch(type, entry.getValue()) != null) {
        String expected = FieldTypes.describe(type);
        return rejectData(entry.getKey(), expected, entry.getValue() + " is no " + expected);
      }
    }
    return null;
  }

  private static Outcome rejectData(String name, String expected, String found) {
    String message = "the instance cannot begin with '" + name + "': " + found;
    return new Outcome.Rejected(List.of(), "data", message, name, expected, found, Trace.NONE);
  }

  private static Outcome rejectConfiguration(String message) {
    return new Outcome.Rejected(List.of(), "configuration", message);
  }
}
