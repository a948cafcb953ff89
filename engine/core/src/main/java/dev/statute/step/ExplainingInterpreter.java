package dev.statute.step;

import dev.statute.policy.spi.Policy;
import dev.statute.step.internal.process.ExplainingPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Interpreter that explains the rules of each step, at many times the cost. The steps are those of
 * an {@link Interpreter} and can be committed. Confined to one thread.
 */
public final class ExplainingInterpreter {
  private final ExplainingPolicy explainingPolicy;
  private final Interpreter interpreter;

  ExplainingInterpreter(Chart chart, Policy policy) {
    explainingPolicy = ExplainingPolicy.of(policy);
    interpreter = new Interpreter(chart, explainingPolicy, Interpreter.RecipientLookup.ALL);
  }

  /** Starts an instance as {@link Interpreter#start} does and runs it to completion. */
  public List<ExplainedStep> start(String id, Map<String, ?> data, Instant now) {
    return runToCompletion(interpreter.start(id, data, now), now);
  }

  /** Starts an instance as {@link Interpreter#startAt} does and runs it to completion. */
  public List<ExplainedStep> startAt(
      String id, Collection<String> states, Map<String, ?> data, Instant now) {
    return runToCompletion(interpreter.startAt(id, states, data, now), now);
  }

  private List<ExplainedStep> runToCompletion(Step first, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    interpreter.runToCompletion(first, now.toEpochMilli(), step -> all.add(explain(step)));
    return all;
  }

  /** Handles an input, see {@link Interpreter#handle}. */
  public List<ExplainedStep> handle(Snapshot snapshot, Input input, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    interpreter.handle(snapshot, input, now.toEpochMilli(), step -> all.add(explain(step)));
    return all;
  }

  /** Fires all due timers, see {@link Interpreter#fireDue}. */
  public List<ExplainedStep> fireDue(Snapshot snapshot, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    interpreter.following(snapshot, now.toEpochMilli(), step -> all.add(explain(step))).run();
    return all;
  }

  /** Returns the step that the input would cause, see {@link Interpreter#can}. */
  public ExplainedStep can(Snapshot snapshot, Input input, Instant now) {
    Outcome outcome = interpreter.can(snapshot, input, now);
    return explain(new Step(new Cause.External(input), outcome, snapshot));
  }

  private ExplainedStep explain(Step step) {
    return new ExplainedStep(step, explainingPolicy.drain());
  }
}
