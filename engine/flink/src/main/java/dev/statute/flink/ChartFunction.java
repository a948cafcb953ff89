package dev.statute.flink;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.step.Interpreter;
import dev.statute.step.Migration;
import dev.statute.step.MigrationResult;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Host of the instances of a fleet: the key is the instance's id, its snapshot is keyed state, its
 * earliest due instant one timer. A line of an unknown instance starts it. The instant of an input
 * is the line's {@code at}, else the timestamp of the element, else processing time; timers use
 * event time or processing time, as told. Before an input the timers due until its instant fire,
 * each at its own instant, so that results do not depend on the progress of watermarks.
 *
 * <p>Outcomes are the main output. Effects by kind, {@link #FINDINGS} and {@link #PROBLEMS} are
 * side outputs. An input that cannot be handled is in its problem, whole, and changes nothing; the
 * job lives. Metrics count decisions, findings and problems.
 */
public final class ChartFunction
    extends KeyedBroadcastProcessFunction<String, FleetLine, RulesUpdate, FleetOutput> {
  /** Notifications: the effects {@code emit} and {@code log} of committed steps. */
  public static final OutputTag<FleetOutput> EMITS = tag("emits");

  /** Calls of handlers, answered by {@link FleetOutput#answer}. */
  public static final OutputTag<FleetOutput> CALLS = tag("calls");

  /** Events for other instances, keyed back in by {@link FleetOutput#delivery}. */
  public static final OutputTag<FleetOutput> SENDS = tag("sends");

  /** Effects that concern invocations: starts, cancellations and forwarded events. */
  public static final OutputTag<FleetOutput> INVOCATIONS = tag("invocations");

  /** New, raised and ended findings. */
  public static final OutputTag<FleetOutput> FINDINGS = tag("findings");

  /** Inputs and rules updates that cannot be handled, each with its problem. */
  public static final OutputTag<FleetOutput> PROBLEMS = tag("problems");

  /** Broadcast state with the update in force. */
  public static final MapStateDescriptor<String, Map<String, String>> RULES =
      new MapStateDescriptor<>("rules", Types.STRING, Types.MAP(Types.STRING, Types.STRING));

  private static final String CURRENT = "current";
  private static final long RETRY_MILLIS = 60_000;
  private static final long serialVersionUID = 1;

  private final Map<String, String> initial;
  private final boolean eventTime;
  private transient @Nullable ValueState<StoredInstance> instances;
  private transient @Nullable LoadedRules rules;
  private transient @Nullable Map<String, String> loadedFiles;
  private transient @Nullable FleetMetrics metrics;

  /**
   * Creates a function.
   *
   * @param initial charts and rules until the first update; if they do not compile, their problems
   *     and each line are in {@link #PROBLEMS} until an update that compiles
   * @param eventTime whether timers follow watermarks; else processing time
   */
  public ChartFunction(RulesUpdate initial, boolean eventTime) {
    this.initial = initial.files();
    this.eventTime = eventTime;
  }

  private static OutputTag<FleetOutput> tag(String name) {
    return new OutputTag<>(name, TypeInformation.of(FleetOutput.class));
  }

  @Override
  public void open(OpenContext context) {
    instances =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("instance", InstanceSerializer.INSTANCE));
    metrics = new FleetMetrics(getRuntimeContext().getMetricGroup());
  }

  @Override
  public void processBroadcastElement(
      RulesUpdate update, Context context, Collector<FleetOutput> out) throws Exception {
    Loaded<LoadedRules> loaded = LoadedRules.load(update);
    LoadedRules compiled = loaded.value();
    if (compiled == null) {
      if (getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0) {
        report(loaded, problem -> context.output(PROBLEMS, problem));
      }
      return;
    }
    BroadcastState<String, Map<String, String>> state = context.getBroadcastState(RULES);
    state.put(CURRENT, update.files());
    rules = compiled;
    loadedFiles = update.files();
  }

  private void report(Loaded<LoadedRules> loaded, Consumer<FleetOutput> problems) {
    int position = 0;
    for (Problem problem : loaded.problems()) {
      problems.accept(FleetOutput.ofProblem("", position++, problem, null));
      metrics().problem(problem.code());
    }
  }

  /**
   * Returns the rules in force; compiles those of a restored state at the first use. If they do not
   * compile, as after a change of the engine, there are no charts until the next update.
   */
  private LoadedRules rules(ReadOnlyContext context) throws Exception {
    ReadOnlyBroadcastState<String, Map<String, String>> state = context.getBroadcastState(RULES);
    Map<String, String> stored = state.get(CURRENT);
    Map<String, String> files = stored == null ? initial : stored;
    LoadedRules known = rules;
    if (known == null || !files.equals(loadedFiles)) {
      Loaded<LoadedRules> loaded = LoadedRules.load(RulesUpdate.of(files));
      known = loaded.value();
      if (known == null) {
        report(loaded, problem -> context.output(PROBLEMS, problem));
        known = LoadedRules.NONE;
      }
      rules = known;
      loadedFiles = files;
    }
    return known;
  }

  @Override
  public void processElement(FleetLine line, ReadOnlyContext context, Collector<FleetOutput> out)
      throws Exception {
    InstanceOutput output = new InstanceOutput(context, out, metrics(), line.instance(), line);
    InputLine parsed = InputLines.parse(1, line.text(), line.instance());
    if (parsed instanceof InputLine.Unreadable unreadable) {
      output.problem(unreadable.problem());
      return;
    }
    if (!(parsed instanceof InputLine.Submit submit)) {
      output.problem(
          Problem.error(
              "F103",
              new Place(line.instance(), 1, 1),
              "the line is no event, move or record",
              "send queries and advances of time to 'statute run'"));
      return;
    }
    handle(line, submit, context, output);
  }

  private void handle(
      FleetLine line, InputLine.Submit submit, ReadOnlyContext context, InstanceOutput output)
      throws Exception {
    LoadedRules current = rules(context);
    output.use(current);
    Instant now = instant(submit.at(), context);
    StoredInstance stored = state().value();
    Snapshot before = stored == null ? null : restore(stored, current, now, output);
    if (stored != null && before == null) {
      return;
    }
    Interpreter interpreter =
        before == null ? current.newest(line.chart()) : current.interpreter(before.chart());
    if (interpreter == null) {
      output.problem(
          Problem.error(
              "F101",
              new Place(line.instance(), 1, 1),
              "there is no chart '" + line.chart() + "' to start the instance with",
              "name a chart of the rules in force, or broadcast one of this name first"));
      return;
    }
    Snapshot at = before == null ? start(interpreter, line, now, output) : before;
    if (at != null) {
      at = fireUntil(interpreter, at, now, output);
      at = output.steps(interpreter.handle(at, submit.input(), now), now);
      commit(before, at, context);
    }
  }

  private static @Nullable Snapshot start(
      Interpreter interpreter, FleetLine line, Instant now, InstanceOutput output) {
    Step started = interpreter.start(line.instance(), Map.of(), now);
    List<Step> steps =
        started.snapshot().exists() ? interpreter.runToCompletion(started, now) : List.of(started);
    Snapshot last = output.steps(steps, now);
    return last.exists() ? last : null;
  }

  /** Fires timers in order, each at its own instant, up to and including an instant. */
  private static Snapshot fireUntil(
      Interpreter interpreter, Snapshot from, Instant now, InstanceOutput output) {
    Snapshot at = from;
    for (Instant due = at.due(); due != null && !due.isAfter(now); due = at.due()) {
      List<Step> steps = interpreter.fireDue(at, due);
      if (steps.isEmpty()) {
        return at;
      }
      at = output.steps(steps, due);
    }
    return at;
  }

  /** Reads an instance and migrates it if a plan exists; null after a problem was reported. */
  private static @Nullable Snapshot restore(
      StoredInstance stored, LoadedRules current, Instant now, InstanceOutput output) {
    Loaded<Snapshot> read = stored.read(current::chart, output.instance());
    Snapshot snapshot = read.value();
    if (snapshot == null) {
      read.problems().forEach(output::problem);
      return null;
    }
    Migration migration = current.migration(snapshot.chart());
    if (migration == null || snapshot.isDone()) {
      return snapshot;
    }
    MigrationResult result = migration.migrate(snapshot, now);
    if (result instanceof MigrationResult.Migrated migrated) {
      return migrated.snapshot();
    }
    MigrationResult.Refused refused = (MigrationResult.Refused) result;
    output.problem(
        Problem.error(
            "F102",
            new Place(output.instance(), 1, 1),
            "the instance cannot be migrated (" + refused.code() + "): " + refused.message(),
            "broadcast a plan that covers it"));
    return null;
  }

  private void commit(@Nullable Snapshot before, Snapshot after, ReadOnlyContext context)
      throws Exception {
    state().update(StoredInstance.of(after));
    schedule(before == null ? null : before.due(), after.due(), context.timerService());
  }

  private void schedule(@Nullable Instant old, @Nullable Instant due, TimerService timers) {
    if (old != null && !old.equals(due)) {
      if (eventTime) {
        timers.deleteEventTimeTimer(old.toEpochMilli());
      } else {
        timers.deleteProcessingTimeTimer(old.toEpochMilli());
      }
    }
    if (due != null && eventTime) {
      timers.registerEventTimeTimer(due.toEpochMilli());
    } else if (due != null) {
      timers.registerProcessingTimeTimer(due.toEpochMilli());
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<FleetOutput> out)
      throws Exception {
    StoredInstance stored = state().value();
    if (stored == null) {
      return;
    }
    InstanceOutput output =
        new InstanceOutput(context, out, metrics(), context.getCurrentKey(), null);
    LoadedRules current = rules(context);
    output.use(current);
    Instant now = Instant.ofEpochMilli(timestamp);
    Snapshot before = restore(stored, current, now, output);
    if (before == null) {
      retry(timestamp, context.timerService());
      return;
    }
    Interpreter interpreter = current.interpreter(before.chart());
    commit(before, fireUntil(interpreter, before, now, output), context);
  }

  /** Repeats a timer whose instance cannot be read: an update may bring its chart or a plan. */
  private void retry(long timestamp, TimerService timers) {
    if (!eventTime) {
      timers.registerProcessingTimeTimer(timers.currentProcessingTime() + RETRY_MILLIS);
    } else if (timers.currentWatermark() < Long.MAX_VALUE - RETRY_MILLIS) {
      timers.registerEventTimeTimer(Math.max(timestamp, timers.currentWatermark()) + RETRY_MILLIS);
    }
  }

  private static Instant instant(@Nullable Instant at, ReadOnlyContext context) {
    if (at != null) {
      return at;
    }
    Long timestamp = context.timestamp();
    return Instant.ofEpochMilli(timestamp == null ? context.currentProcessingTime() : timestamp);
  }

  private FleetMetrics metrics() {
    return Objects.requireNonNull(metrics);
  }

  private ValueState<StoredInstance> state() {
    return Objects.requireNonNull(instances);
  }
}
