package dev.statute.step;

import static java.util.stream.Collectors.joining;

import dev.statute.chart.EventDescriptor;
import dev.statute.chart.PackReference;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.cache.StepCache;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.process.DelayedEventProcessor;
import dev.statute.step.internal.process.EventDeduplication;
import dev.statute.step.internal.process.ExternalEventProcessor;
import dev.statute.step.internal.process.InstanceQueries;
import dev.statute.step.internal.process.InstanceStarter;
import dev.statute.step.internal.process.MoveProcessor;
import dev.statute.step.internal.process.RecordProcessor;
import dev.statute.step.internal.process.RunToCompletion;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Interpreter of one chart under one policy. Each result is a pure function of the chart, the
 * policy, the arguments and the {@link RecipientLookup}. Instants count in milliseconds.
 * Thread-safe.
 */
public final class Interpreter {
  private final Chart chart;
  private final Policy policy;
  private final InterpreterContext context;
  private final StepCache cache;
  private final InstanceStarter starter;
  private final ExternalEventProcessor externalEvents;
  private final MoveProcessor moves;
  private final RecordProcessor records;
  private final DelayedEventProcessor delayedEvents;
  private final InstanceQueries queries;

  Interpreter(Chart chart, Policy policy, RecipientLookup recipients) {
    this.chart = chart;
    this.policy = policy;
    context =
        InterpreterContext.of(
            chart, policy, recipients == RecipientLookup.ALL ? null : recipients::isReachable);
    cache = new StepCache(context);
    starter = new InstanceStarter(context, cache);
    externalEvents = new ExternalEventProcessor(context, cache);
    moves = new MoveProcessor(context);
    records = new RecordProcessor(context);
    delayedEvents = new DelayedEventProcessor(context, externalEvents, records, moves);
    queries = new InstanceQueries(context, this::can, records);
  }

  /**
   * Lookup of reachable recipients. It is asked only for charts that handle {@code
   * error.communication}: they receive that event in the same step if a send has no recipient.
   * Thread-safe.
   */
  @FunctionalInterface
  public interface RecipientLookup {
    /** Lookup that finds every recipient. */
    RecipientLookup ALL = (from, to) -> true;

    /**
     * Returns whether the recipient exists.
     *
     * @param from id of the instance that sends
     * @param to as in {@link Effect.Send#to}, but never a running invocation
     */
    boolean isReachable(String from, String to);
  }

  private void requireSameChart(Snapshot snapshot) {
    if (snapshot.chart() != chart) {
      throw new IllegalArgumentException(
          "an instance of " + snapshot.chart() + " cannot step as one of " + chart);
    }
  }

  /**
   * Creates an interpreter of a chart with the rules that judge it.
   *
   * @throws IllegalArgumentException if the chart names policies and is given none, as forbidden
   *     transitions would be taken
   */
  public static Interpreter of(Chart chart, Policy policy) {
    List<PackReference> named = chart.definition().policies();
    if (!named.isEmpty() && policy.isMissing()) {
      throw new IllegalArgumentException(
          "the chart '%s' names policies (%s) and was given none, so that nothing would be forbidden; compile them and give them with the chart, as in chart(chart, policy), or say why there are none: chart(chart, Policy.none(\"why\"))"
              .formatted(
                  chart.name(),
                  named.stream().map(each -> each.name().value()).collect(joining(", "))));
    }
    return new Interpreter(chart, policy, RecipientLookup.ALL);
  }

  /** Returns an interpreter of the same chart and policy with another lookup of recipients. */
  public Interpreter withRecipients(RecipientLookup directory) {
    return new Interpreter(chart, policy, directory);
  }

  public Chart chart() {
    return chart;
  }

  public Policy policy() {
    return policy;
  }

  /**
   * Starts an instance. If the outcome is not {@link Outcome.Started}, there is none.
   *
   * @param data put over the chart's initial data, item by item
   */
  public Step start(String id, Map<String, ?> data, Instant now) {
    return context.withPolicyReason(starter.start(id, data, now.toEpochMilli()));
  }

  /**
   * Returns the data that a new instance takes over from the last one of its id: the items that the
   * chart names under {@code hydrate} and the last one has.
   */
  public Map<String, ?> hydration(Snapshot last) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    for (SourceText name : chart.definition().hydrate()) {
      if (last.data().containsKey(name.value())) {
        data.put(name.value(), last.data().get(name.value()));
      }
    }
    return Collections.unmodifiableMap(data);
  }

  /**
   * Tests whether an input may begin a life of an id that is not alive: any, unless the chart names
   * events under {@code spawn_on}; then a move may not.
   */
  public boolean maySpawn(Input input) {
    List<SourceText> descriptors = chart.definition().spawnOn();
    if (descriptors == null) {
      return true;
    }
    String name =
        input instanceof Input.Event event
            ? event.name()
            : input instanceof Input.Report report ? "record." + report.fields().get("type") : null;
    return name != null
        && descriptors.stream().anyMatch(each -> EventDescriptor.matches(each.value(), name));
  }

  /**
   * Starts an instance in the given states, completed by defaults, without entry actions; timers
   * start now. Refused with code {@code configuration} if the states cannot be active together.
   */
  public Step startAt(String id, Collection<String> states, Map<String, ?> data, Instant now) {
    return context.withPolicyReason(starter.startAt(id, states, data, now.toEpochMilli()));
  }

  /**
   * Handles an input in one step, without the steps that follow from it.
   *
   * @throws IllegalArgumentException if the snapshot is of another chart
   */
  public Step step(Snapshot snapshot, Input input, Instant now) {
    requireSameChart(snapshot);
    return context.withPolicyReason(process(snapshot, input, now.toEpochMilli(), false));
  }

  /** Fires the next timer or send that is due at {@code now}; null if none is. */
  public @Nullable Step fire(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    Step step = delayedEvents.fire(snapshot, now.toEpochMilli());
    return step == null ? null : context.withPolicyReason(step);
  }

  /**
   * Cancels the instance, as an invoked chart is cancelled when its state is left: exit actions
   * run, innermost first, its invocations are cancelled, and no state stays active. A failed exit
   * action does not prevent the end. Refused with code {@code finished} if the instance ended
   * before.
   */
  public Step cancel(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return context.withPolicyReason(delayedEvents.cancel(snapshot, now.toEpochMilli()));
  }

  /**
   * Returns a step and all steps that follow before the next input: events of findings, deferred
   * events, due timers and sends. The snapshot of the last step is the resting one.
   */
  public List<Step> runToCompletion(Step step, Instant now) {
    requireSameChart(step.snapshot());
    return runToCompletion(step, now.toEpochMilli(), each -> {});
  }

  /**
   * Handles an input as a host does: first all due timers, then the input, then all steps that
   * follow.
   */
  public List<Step> handle(Snapshot snapshot, Input input, Instant now) {
    requireSameChart(snapshot);
    return handle(snapshot, input, now.toEpochMilli(), step -> {});
  }

  /**
   * Fires all timers and sends due at {@code now}, with the steps that follow; empty if none is
   * due.
   */
  public List<Step> fireDue(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return following(snapshot, now.toEpochMilli(), step -> {}).run();
  }

  /**
   * Returns the outcome that an input would have, without changing anything. If no data is given,
   * payloads are not checked, and conditions that need them count as false and are listed as
   * errors.
   */
  public Outcome can(Snapshot snapshot, Input input, Instant now) {
    requireSameChart(snapshot);
    return can(snapshot, input, now.toEpochMilli());
  }

  /** Returns all events and moves that are not ignored now, with the outcome each would have. */
  public List<PossibleInput> enabled(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return queries.enabled(snapshot, now.toEpochMilli());
  }

  /**
   * Returns the progress counters of an instance by name. Counters of the windows of recent
   * actions, errors and messages are included only if the chart or a rule names one of them, as the
   * windows are not kept otherwise.
   */
  public Map<String, Long> progress(Snapshot snapshot) {
    requireSameChart(snapshot);
    return context.tracker().counters(snapshot.progress());
  }

  /**
   * Returns the counters of {@link #progress(Snapshot)}, followed by {@code recentSuccesses} and
   * {@code recentFailures} of the window of recent actions, {@code phasesSucceeded} of the last 16
   * phases, {@code phaseFiles} and {@code phaseElapsedMs} of the present phase, and {@code
   * elapsedMs} since the start.
   */
  public Map<String, Long> progress(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    Map<String, Long> all = new LinkedHashMap<>(progress(snapshot));
    all.putAll(context.tracker().summary(snapshot.progress(), now.toEpochMilli()));
    all.put("elapsedMs", Math.max(0, now.toEpochMilli() - snapshot.startedAt().toEpochMilli()));
    return all;
  }

  /**
   * Returns the phases of the work, what blocks the present one, and the changed files with their
   * content hashes, as plain values, see {@link ProgressTracker#phases}.
   */
  public Map<String, ?> phases(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return context.tracker().phases(snapshot.progress(), now.toEpochMilli());
  }

  /**
   * Returns whether the agent is stuck: some finding holds with a pattern that the setting {@code
   * flag_only} does not list.
   */
  public StuckStatus stuckStatus(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return queries.stuckStatus(snapshot, now.toEpochMilli());
  }

  /** Returns a mutable instance, for a host that makes many steps with it. */
  public LiveInstance live(Snapshot snapshot) {
    requireSameChart(snapshot);
    return new LiveInstance(this, snapshot);
  }

  /** Returns the cache of steps, for {@link LiveInstance}. */
  StepCache cache() {
    return cache;
  }

  /** Returns an interpreter that makes the same steps and explains the rules of each. */
  public ExplainingInterpreter withExplanations() {
    return new ExplainingInterpreter(chart, policy);
  }

  /**
   * Runs an instance to completion.
   *
   * @param observer receives each step as soon as it is computed
   */
  List<Step> runToCompletion(Step step, long now, Consumer<Step> observer) {
    RunToCompletion completion = following(step.snapshot(), now, observer);
    completion.add(step);
    return completion.run();
  }

  /**
   * Handles an input.
   *
   * @param observer receives each step as soon as it is computed
   */
  List<Step> handle(Snapshot snapshot, Input input, long now, Consumer<Step> observer) {
    Step cached = cachedStep(snapshot, input);
    if (cached != null) {
      Step step = context.withPolicyReason(cached);
      observer.accept(step);
      return List.of(step);
    }
    RunToCompletion completion = following(snapshot, now, observer);
    completion.run();
    completion.add(process(completion.snapshot(), input, now, false));
    return completion.run();
  }

  /** Returns the steps that follow without an input; none is computed yet. */
  RunToCompletion following(Snapshot snapshot, long now, Consumer<Step> observer) {
    return new RunToCompletion(context, externalEvents, delayedEvents, snapshot, now, observer);
  }

  private Outcome can(Snapshot snapshot, Input input, long now) {
    boolean isWithoutData =
        input instanceof Input.Event event
            ? event.data() == null
            : input instanceof Input.Move move && move.data() == null;
    return context.withPolicyReason(process(snapshot, input, now, isWithoutData)).outcome();
  }

  /**
   * Handles an input in one step, unless one with its id was handled before.
   *
   * @param lenient for a query without data: computations that need them may fail
   */
  private Step process(Snapshot snapshot, Input input, long now, boolean lenient) {
    Step cached = cachedStep(snapshot, input);
    if (cached != null) {
      return cached;
    }
    Outcome.Duplicate duplicate = EventDeduplication.findDuplicate(snapshot, input.id());
    if (duplicate != null) {
      return new Step(new Cause.External(input), duplicate, snapshot);
    }
    Step step;
    if (input instanceof Input.Event event) {
      step = externalEvents.handle(snapshot, event, now, lenient);
    } else if (input instanceof Input.Move move) {
      step = moves.handle(snapshot, move, now, lenient);
    } else {
      step = records.handle(snapshot, (Input.Report) input, now);
    }
    return EventDeduplication.recordHandled(snapshot, step, input.id());
  }

  private @Nullable Step cachedStep(Snapshot snapshot, Input input) {
    return input instanceof Input.Event event ? externalEvents.cachedStep(snapshot, event) : null;
  }
}
