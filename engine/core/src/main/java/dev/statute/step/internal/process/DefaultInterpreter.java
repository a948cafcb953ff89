package dev.statute.step.internal.process;

import dev.statute.policy.spi.Policy;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import dev.statute.step.internal.cache.StepCache;
import dev.statute.step.internal.interpret.InterpreterContext;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Interpreter that delegates to the processors of inputs. Immutable, thread-safe. */
public final class DefaultInterpreter {
  private final InterpreterContext context;
  private final StepCache cache;
  private final InstanceStarter starter;
  private final ExternalEventProcessor externalEvents;
  private final MoveProcessor moves;
  private final RecordProcessor records;
  private final DelayedEventProcessor delayedEvents;
  private final InstanceQueries queries;

  public DefaultInterpreter(Chart chart, Policy policy, Interpreter.RecipientLookup directory) {
    context = InterpreterContext.of(chart, policy, directory);
    cache = new StepCache(context);
    starter = new InstanceStarter(context, cache);
    externalEvents = new ExternalEventProcessor(context, cache);
    moves = new MoveProcessor(context);
    records = new RecordProcessor(context);
    delayedEvents = new DelayedEventProcessor(context, externalEvents, records);
    queries = new InstanceQueries(context, externalEvents, moves, records);
  }

  public Step start(String id, Map<String, ?> data, long now) {
    return context.withPolicyReason(starter.start(id, data, now));
  }

  public Step startAt(String id, Collection<String> states, Map<String, ?> data, long now) {
    return context.withPolicyReason(starter.startAt(id, states, data, now));
  }

  public Step step(Snapshot snapshot, Input input, long now) {
    return context.withPolicyReason(stepOnce(snapshot, input, now));
  }

  private Step stepOnce(Snapshot snapshot, Input input, long now) {
    if (input instanceof Input.Event event) {
      return externalEvents.handleEvent(snapshot, event, now, false);
    }
    return input instanceof Input.Move move
        ? moves.handle(snapshot, move, now, false)
        : records.handleRecord(snapshot, (Input.Report) input, now);
  }

  public @Nullable Step fire(Snapshot snapshot, long now) {
    Step step = delayedEvents.fire(snapshot, now);
    return step == null ? null : context.withPolicyReason(step);
  }

  public Step cancel(Snapshot snapshot, long now) {
    return context.withPolicyReason(delayedEvents.cancel(snapshot, now));
  }

  public List<Step> runToCompletion(Step step, long now) {
    return runToCompletion(step, now, DefaultInterpreter::discard);
  }

  /**
   * Runs an instance to completion.
   *
   * @param made receives each step as soon as it is computed
   */
  public List<Step> runToCompletion(Step step, long now, Consumer<Step> made) {
    RunToCompletion settling =
        new RunToCompletion(context, externalEvents, delayedEvents, step.snapshot(), now, made);
    settling.add(step);
    settling.run();
    return settling.steps();
  }

  public List<Step> fireDue(Snapshot snapshot, long now) {
    return fireDue(snapshot, now, DefaultInterpreter::discard);
  }

  /**
   * Fires all due timers.
   *
   * @param made receives each step as soon as it is computed
   */
  public List<Step> fireDue(Snapshot snapshot, long now, Consumer<Step> made) {
    RunToCompletion settling =
        new RunToCompletion(context, externalEvents, delayedEvents, snapshot, now, made);
    settling.run();
    return settling.steps();
  }

  public List<Step> handle(Snapshot snapshot, Input input, long now) {
    return handle(snapshot, input, now, DefaultInterpreter::discard);
  }

  /**
   * Handles an input.
   *
   * @param made receives each step as soon as it is computed
   */
  public List<Step> handle(Snapshot snapshot, Input input, long now, Consumer<Step> made) {
    Step known =
        input instanceof Input.Event event ? externalEvents.cachedStep(snapshot, event) : null;
    if (known != null) {
      Step told = context.withPolicyReason(known);
      made.accept(told);
      return List.of(told);
    }
    RunToCompletion settling =
        new RunToCompletion(context, externalEvents, delayedEvents, snapshot, now, made);
    settling.run();
    Snapshot before = settling.snapshot();
    settling.add(step(before, input, now));
    settling.run();
    return settling.steps();
  }

  private static void discard(Step step) {}

  public Outcome can(Snapshot snapshot, Input input, long now) {
    return context.withPolicyReason(queries.can(snapshot, input, now));
  }

  public List<PossibleInput> enabled(Snapshot snapshot, long now) {
    return queries.enabled(snapshot, now).stream()
        .map(
            answer -> new PossibleInput(answer.input(), context.withPolicyReason(answer.outcome())))
        .toList();
  }

  /** Returns progress counters, see {@link dev.statute.step.Interpreter#progress}. */
  public Map<String, Long> progress(Snapshot snapshot) {
    return context.tracker().counters(snapshot.progress());
  }

  /**
   * Returns progress counters, see {@link dev.statute.step.Interpreter#progress(Snapshot,
   * java.time.Instant)}.
   */
  public Map<String, Long> progress(Snapshot snapshot, long now) {
    Map<String, Long> all = new LinkedHashMap<>(progress(snapshot));
    all.putAll(context.tracker().summary(snapshot.progress(), now));
    all.put("elapsedMs", Math.max(0, now - snapshot.startedAt().toEpochMilli()));
    return all;
  }

  /** Returns the status, see {@link dev.statute.step.Interpreter#stuckStatus}. */
  public StuckStatus stuckStatus(Snapshot snapshot, long now) {
    return queries.stuckStatus(snapshot, now);
  }

  /** Creates a mutable instance, see {@link dev.statute.step.LiveInstance}. */
  public LiveState live(Snapshot snapshot) {
    return new LiveState(this, cache, snapshot);
  }
}
