package dev.statute.step;

import static java.util.stream.Collectors.joining;

import dev.statute.chart.PackReference;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.process.DefaultInterpreter;
import dev.statute.step.internal.symbolic.SymbolicExecution;
import dev.statute.step.symbolic.SymbolicInterpreter;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes instances of one chart step, under one policy. Every answer is a function of the chart, the
 * policy, the arguments and who can be reached: no clock, no randomness, nothing remembered.
 * Instants count in milliseconds. Thread-safe.
 */
public final class Interpreter {
  private final Chart chart;
  private final Policy policy;
  private final DefaultInterpreter delegate;

  private Interpreter(Chart chart, Policy policy, RecipientLookup directory) {
    this.chart = chart;
    this.policy = policy;
    delegate = new DefaultInterpreter(chart, policy, directory);
  }

  /**
   * Who can be reached. A chart that hears {@code error.communication} is told in the same step if
   * what it sends has no addressee; nobody else is asked. Thread-safe.
   */
  @FunctionalInterface
  public interface RecipientLookup {
    /** Whatever is sent finds its way. */
    RecipientLookup ALL = (from, to) -> true;

    /**
     * @param from id of the instance that sends
     * @param to as {@link Effect.Send#to} says it, but never a running invocation
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
   * Creates an interpreter that computes the successors of states without data, for analyses.
   *
   * @param policy approximation of the rules that judge the chart
   * @param intermediateStates limit of the states between microsteps that one input explores
   */
  public static SymbolicInterpreter symbolic(
      Chart chart, PolicyApproximation policy, int intermediateStates) {
    return new SymbolicExecution(chart, policy, intermediateStates);
  }

  /**
   * A chart with the rules that judge it.
   *
   * @throws IllegalArgumentException if the chart names policies and is given none: what a rule
   *     forbids would be taken
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

  /** The same among these others. */
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
   * Begins an instance. If the outcome is not {@link Outcome.Started}, there is none.
   *
   * @param data put over the chart's initial data, item by item
   */
  public Step start(String id, Map<String, ?> data, Instant now) {
    return delegate.start(id, data, now.toEpochMilli());
  }

  /**
   * The data that a new life takes over from the last one of its id: what the chart names under
   * {@code hydrate}, as far as the last one has it.
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
   * Begins an instance that rests in the given states, completed by defaults: no entry actions,
   * timers as if entered now. Refused with code {@code configuration} if they cannot be active
   * together.
   */
  public Step startAt(String id, Collection<String> states, Map<String, ?> data, Instant now) {
    return delegate.startAt(id, states, data, now.toEpochMilli());
  }

  /**
   * One step, and nothing that follows it by itself.
   *
   * @throws IllegalArgumentException if the snapshot is of another chart
   */
  public Step step(Snapshot snapshot, Input input, Instant now) {
    requireSameChart(snapshot);
    return delegate.step(snapshot, input, now.toEpochMilli());
  }

  /** When the next timer or send is due, or null. */
  public @Nullable Instant due(Snapshot snapshot) {
    return snapshot.due();
  }

  /** The step of the next timer or send that is due at {@code now}; null if none is. */
  public @Nullable Step fire(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return delegate.fire(snapshot, now.toEpochMilli());
  }

  /**
   * Ends the instance, as an invoked chart ends whose state was left: exit actions run, innermost
   * first, what it invoked is cancelled, and no state is active any more. An exit action that fails
   * keeps none from its end. Refused with code {@code finished} if it ended before.
   */
  public Step cancel(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return delegate.cancel(snapshot, now.toEpochMilli());
  }

  /**
   * A step and everything that must follow it before the next input: what its findings raise,
   * deferred events that are heard again, timers and sends that are due. Each is a step of its own;
   * the last one's snapshot is where the instance rests.
   */
  public List<Step> runToCompletion(Step step, Instant now) {
    requireSameChart(step.snapshot());
    return delegate.runToCompletion(step, now.toEpochMilli());
  }

  /** What is due, the input, and everything that follows: what a host does with an input. */
  public List<Step> handle(Snapshot snapshot, Input input, Instant now) {
    requireSameChart(snapshot);
    return delegate.handle(snapshot, input, now.toEpochMilli());
  }

  /** What is due at {@code now} and what follows; empty if nothing is. */
  public List<Step> fireDue(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return delegate.fireDue(snapshot, now.toEpochMilli());
  }

  /**
   * The outcome an input would have; changes nothing. Where no data are given, payloads are not
   * checked, and what cannot be computed without them counts as false and is among the errors.
   */
  public Outcome can(Snapshot snapshot, Input input, Instant now) {
    requireSameChart(snapshot);
    return delegate.can(snapshot, input, now.toEpochMilli());
  }

  /** All events and moves that mean something now, with the outcome each would have. */
  public List<PossibleInput> enabled(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return delegate.enabled(snapshot, now.toEpochMilli());
  }

  /**
   * The counters of an instance's progress, by name. Those read off the last actions, errors and
   * messages are there only if the chart or a rule names one of them, as nothing is kept for them
   * otherwise.
   */
  public Map<String, Long> progress(Snapshot snapshot) {
    requireSameChart(snapshot);
    return delegate.progress(snapshot);
  }

  /**
   * The same counters, and after them {@code recentSuccesses} and {@code recentFailures} of the
   * window of recent actions, {@code phasesSucceeded} of the last 16 phases, {@code phaseFiles} and
   * {@code phaseElapsedMs} of the present one, and {@code elapsedMs} since the start.
   */
  public Map<String, Long> progress(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return delegate.progress(snapshot, now.toEpochMilli());
  }

  /**
   * Whether the agent is stuck as things stand: some finding holds, and its pattern is not among
   * the setting {@code flag_only}.
   */
  public StuckStatus stuckStatus(Snapshot snapshot, Instant now) {
    requireSameChart(snapshot);
    return delegate.stuckStatus(snapshot, now.toEpochMilli());
  }

  /** The same steps, each with what every rule made of it. */
  public ExplainingInterpreter withExplanations() {
    return new ExplainingInterpreter(chart, policy);
  }

  /** The instance as one that changes in place, for a host that makes many steps with it. */
  public LiveInstance live(Snapshot snapshot) {
    requireSameChart(snapshot);
    return new LiveInstance(chart, delegate.live(snapshot));
  }
}
