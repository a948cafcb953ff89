package dev.statute.step.internal.process;

import dev.statute.policy.spi.Policy;
import dev.statute.step.Cause;
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
    delayedEvents = new DelayedEventProcessor(context, externalEvents, records, moves);
    queries = new InstanceQueries(context, this, records);
  }

  /** Returns the cache of steps, for {@link dev.statute.step.LiveInstance}. */
  public StepCache cache() {
    return cache;
  }

  public Step start(String id, Map<String, ?> data, long now) {
    return context.withPolicyReason(starter.start(id, data, now));
  }

  public Step startAt(String id, Collection<String> states, Map<String, ?> data, long now) {
    return context.withPolicyReason(starter.startAt(id, states, data, now));
  }

  public Step step(Snapshot snapshot, Input input, long now) {
    return context.withPolicyReason(process(snapshot, input, now, false));
  }

  public Outcome can(Snapshot snapshot, Input input, long now) {
    boolean withoutData =
        input instanceof Input.Event event
            ? event.data() == null
            : input instanceof Input.Move move && move.data() == null;
    return context.withPolicyReason(process(snapshot, input, now, withoutData)).outcome();
  }

  /**
   * Handles an input in one step, unless one with its id was handled before.
   *
   * @param lenient for a query without data, see {@link
   *     dev.statute.step.internal.interpret.StepTransaction}
   */
  private Step process(Snapshot snapshot, Input input, long now, boolean lenient) {
    Step known = cachedStep(snapshot, input);
    if (known != null) {
      return known;
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

  public @Nullable Step fire(Snapshot snapshot, long now) {
    Step step = delayedEvents.fire(snapshot, now);
    return step == null ? null : context.withPolicyReason(step);
  }

  public Step cancel(Snapshot snapshot, long now) {
    return context.withPolicyReason(delayedEvents.cancel(snapshot, now));
  }

  /**
   * Runs an instance to completion.
   *
   * @param made receives each step as soon as it is computed
   */
  public List<Step> runToCompletion(Step step, long now, Consumer<Step> made) {
    RunToCompletion settling = settling(step.snapshot(), now, made);
    settling.add(step);
    return settling.run();
  }

  /**
   * Fires all due timers.
   *
   * @param made receives each step as soon as it is computed
   */
  public List<Step> fireDue(Snapshot snapshot, long now, Consumer<Step> made) {
    return settling(snapshot, now, made).run();
  }

  /**
   * Handles an input.
   *
   * @param made receives each step as soon as it is computed
   */
  public List<Step> handle(Snapshot snapshot, Input input, long now, Consumer<Step> made) {
    Step known = cachedStep(snapshot, input);
    if (known != null) {
      Step told = context.withPolicyReason(known);
      made.accept(told);
      return List.of(told);
    }
    RunToCompletion settling = settling(snapshot, now, made);
    settling.run();
    settling.add(process(settling.snapshot(), input, now, false));
    return settling.run();
  }

  private RunToCompletion settling(Snapshot snapshot, long now, Consumer<Step> made) {
    return new RunToCompletion(context, externalEvents, delayedEvents, snapshot, now, made);
  }

  public List<PossibleInput> enabled(Snapshot snapshot, long now) {
    return queries.enabled(snapshot, now);
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

  /** Returns the phases, see {@link dev.statute.step.Interpreter#phases}. */
  public Map<String, ?> phases(Snapshot snapshot, long now) {
    return context.tracker().phases(snapshot.progress(), now);
  }

  /** Returns the status, see {@link dev.statute.step.Interpreter#stuckStatus}. */
  public StuckStatus stuckStatus(Snapshot snapshot, long now) {
    return queries.stuckStatus(snapshot, now);
  }
}
