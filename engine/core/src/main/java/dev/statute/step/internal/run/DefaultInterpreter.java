package dev.statute.step.internal.run;

import dev.statute.policy.Policy;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The parts of an interpreter, put together. Immutable, thread-safe. */
public final class DefaultInterpreter {
  private final InterpreterContext machine;
  private final StepCache memo;
  private final InstanceStarter starting;
  private final ExternalEventProcessor stepper;
  private final RecordProcessor recording;
  private final DelayedEventProcessor firing;
  private final InstanceQueries queries;

  public DefaultInterpreter(Chart chart, Policy policy, Interpreter.RecipientLookup directory) {
    machine = InterpreterContext.of(chart, policy, directory);
    starting = new InstanceStarter(machine);
    memo = new StepCache(machine);
    stepper = new ExternalEventProcessor(machine, memo);
    recording = new RecordProcessor(machine);
    firing = new DelayedEventProcessor(machine, stepper, recording);
    queries = new InstanceQueries(machine, stepper, recording);
  }

  public Step start(String id, Map<String, ?> data, long now) {
    return machine.told(starting.start(id, data, now));
  }

  public Step startAt(String id, Collection<String> states, Map<String, ?> data, long now) {
    return machine.told(starting.startAt(id, states, data, now));
  }

  public Step step(Snapshot snapshot, Input input, long now) {
    return machine.told(made(snapshot, input, now));
  }

  private Step made(Snapshot snapshot, Input input, long now) {
    if (input instanceof Input.Event event) {
      return stepper.event(snapshot, event, now, false);
    }
    return input instanceof Input.Move move
        ? stepper.move(snapshot, move, now, false)
        : recording.report(snapshot, (Input.Report) input, now);
  }

  public @Nullable Step fire(Snapshot snapshot, long now) {
    Step step = firing.fire(snapshot, now);
    return step == null ? null : machine.told(step);
  }

  public Step cancel(Snapshot snapshot, long now) {
    return machine.told(firing.cancel(snapshot, now));
  }

  public List<Step> settle(Step step, long now) {
    return settle(step, now, DefaultInterpreter::unheard);
  }

  /**
   * @param made is told of each step as soon as it is made
   */
  public List<Step> settle(Step step, long now, Consumer<Step> made) {
    RunToCompletion settling =
        new RunToCompletion(machine, stepper, firing, step.snapshot(), now, made);
    settling.add(step);
    settling.settle();
    return settling.steps();
  }

  public List<Step> wake(Snapshot snapshot, long now) {
    return wake(snapshot, now, DefaultInterpreter::unheard);
  }

  /**
   * @param made is told of each step as soon as it is made
   */
  public List<Step> wake(Snapshot snapshot, long now, Consumer<Step> made) {
    RunToCompletion settling = new RunToCompletion(machine, stepper, firing, snapshot, now, made);
    settling.settle();
    return settling.steps();
  }

  public List<Step> handle(Snapshot snapshot, Input input, long now) {
    return handle(snapshot, input, now, DefaultInterpreter::unheard);
  }

  /**
   * @param made is told of each step as soon as it is made
   */
  public List<Step> handle(Snapshot snapshot, Input input, long now, Consumer<Step> made) {
    Step known = input instanceof Input.Event event ? stepper.known(snapshot, event) : null;
    if (known != null) {
      Step told = machine.told(known);
      made.accept(told);
      return List.of(told);
    }
    RunToCompletion settling = new RunToCompletion(machine, stepper, firing, snapshot, now, made);
    settling.settle();
    Snapshot before = settling.snapshot();
    settling.add(step(before, input, now));
    settling.settle();
    return settling.steps();
  }

  private static void unheard(Step step) {}

  public Outcome can(Snapshot snapshot, Input input, long now) {
    return machine.told(queries.can(snapshot, input, now));
  }

  public List<PossibleInput> enabled(Snapshot snapshot, long now) {
    return queries.enabled(snapshot, now).stream()
        .map(answer -> new PossibleInput(answer.input(), machine.told(answer.outcome())))
        .toList();
  }

  /** See {@link dev.statute.step.Interpreter#progress}. */
  public Map<String, Long> progress(Snapshot snapshot) {
    return machine.tracking().kept(snapshot.tracker().progress(machine.tracking()));
  }

  /** See {@link dev.statute.step.Interpreter#progress(Snapshot, java.time.Instant)}. */
  public Map<String, Long> progress(Snapshot snapshot, long now) {
    Map<String, Long> all = new LinkedHashMap<>(progress(snapshot));
    all.putAll(snapshot.tracker().summary(now, machine.tracking()));
    all.put("elapsedMs", Math.max(0, now - snapshot.startedAt().toEpochMilli()));
    return all;
  }

  /** See {@link dev.statute.step.Interpreter#stuck}. */
  public StuckStatus stuck(Snapshot snapshot, long now) {
    return queries.stuck(snapshot, now);
  }

  /** See {@link dev.statute.step.LiveInstance}. */
  public LiveState course(Snapshot snapshot) {
    return new LiveState(this, memo, snapshot);
  }
}
