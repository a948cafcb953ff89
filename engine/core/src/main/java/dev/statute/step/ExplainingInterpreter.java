package dev.statute.step;

import dev.statute.policy.spi.Policy;
import dev.statute.step.internal.process.DefaultInterpreter;
import dev.statute.step.internal.process.ExplainingPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Makes the steps that an {@link Interpreter} makes, each with what every rule made of it, at many
 * times the cost. Nothing is changed: the steps are as good as the interpreter's own. Confined to
 * one thread.
 */
public final class ExplainingInterpreter {
  private final ExplainingPolicy explainingPolicy;
  private final DefaultInterpreter interpreter;

  ExplainingInterpreter(Chart chart, Policy policy) {
    explainingPolicy = ExplainingPolicy.of(policy);
    interpreter = new DefaultInterpreter(chart, explainingPolicy, Interpreter.RecipientLookup.ALL);
  }

  /** See {@link Interpreter#start}, and what follows from it. */
  public List<ExplainedStep> start(String id, Map<String, ?> data, Instant now) {
    return runToCompletion(interpreter.start(id, data, now.toEpochMilli()), now);
  }

  /** See {@link Interpreter#startAt}, and what follows from it. */
  public List<ExplainedStep> startAt(
      String id, Collection<String> states, Map<String, ?> data, Instant now) {
    return runToCompletion(interpreter.startAt(id, states, data, now.toEpochMilli()), now);
  }

  private List<ExplainedStep> runToCompletion(Step first, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    interpreter.runToCompletion(first, now.toEpochMilli(), step -> all.add(explain(step)));
    return all;
  }

  /** See {@link Interpreter#handle}. */
  public List<ExplainedStep> handle(Snapshot snapshot, Input input, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    interpreter.handle(snapshot, input, now.toEpochMilli(), step -> all.add(explain(step)));
    return all;
  }

  /** See {@link Interpreter#fireDue}. */
  public List<ExplainedStep> fireDue(Snapshot snapshot, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    interpreter.fireDue(snapshot, now.toEpochMilli(), step -> all.add(explain(step)));
    return all;
  }

  /** The step that would be made, and is not: see {@link Interpreter#can}. */
  public ExplainedStep can(Snapshot snapshot, Input input, Instant now) {
    Outcome outcome = interpreter.can(snapshot, input, now.toEpochMilli());
    return explain(new Step(new Cause.External(input), outcome, snapshot));
  }

  private ExplainedStep explain(Step step) {
    return new ExplainedStep(step, explainingPolicy.drain());
  }
}
