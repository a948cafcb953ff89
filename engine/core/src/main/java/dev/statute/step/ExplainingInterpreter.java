package dev.statute.step;

import dev.statute.policy.ExplainingPolicy;
import dev.statute.policy.Policy;
import dev.statute.step.internal.run.DefaultInterpreter;
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
  private final ExplainingPolicy explainer;
  private final DefaultInterpreter engine;

  ExplainingInterpreter(Chart chart, Policy policy) {
    explainer = ExplainingPolicy.of(policy);
    engine = new DefaultInterpreter(chart, explainer, Interpreter.RecipientLookup.ALL);
  }

  /** See {@link Interpreter#start}, and what follows from it. */
  public List<ExplainedStep> start(String id, Map<String, ?> data, Instant now) {
    return settled(engine.start(id, data, now.toEpochMilli()), now);
  }

  /** See {@link Interpreter#startAt}, and what follows from it. */
  public List<ExplainedStep> startAt(
      String id, Collection<String> states, Map<String, ?> data, Instant now) {
    return settled(engine.startAt(id, states, data, now.toEpochMilli()), now);
  }

  private List<ExplainedStep> settled(Step first, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    engine.settle(first, now.toEpochMilli(), step -> all.add(explained(step)));
    return all;
  }

  /** See {@link Interpreter#handle}. */
  public List<ExplainedStep> handle(Snapshot snapshot, Input input, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    engine.handle(snapshot, input, now.toEpochMilli(), step -> all.add(explained(step)));
    return all;
  }

  /** See {@link Interpreter#wake}. */
  public List<ExplainedStep> wake(Snapshot snapshot, Instant now) {
    List<ExplainedStep> all = new ArrayList<>();
    engine.wake(snapshot, now.toEpochMilli(), step -> all.add(explained(step)));
    return all;
  }

  /** The step that would be made, and is not: see {@link Interpreter#can}. */
  public ExplainedStep can(Snapshot snapshot, Input input, Instant now) {
    Outcome outcome = engine.can(snapshot, input, now.toEpochMilli());
    return explained(new Step(new Cause.External(input), outcome, snapshot));
  }

  private ExplainedStep explained(Step step) {
    return new ExplainedStep(step, explainer.take());
  }
}
