package dev.statute.step.internal.process;

import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RecordRejection;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.TrackedRecord;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.interpret.CurrentEvent;
import dev.statute.step.internal.interpret.InputValidator;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.PolicyFacts;
import dev.statute.step.internal.interpret.StepAborted;
import dev.statute.step.internal.interpret.StepAlgorithm;
import dev.statute.step.internal.interpret.StepState;
import dev.statute.step.internal.interpret.TimerSchedule;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Processor of records. A record is counted in any case, as it reports a fact; then findings are
 * computed, and the chart may handle {@code record.<type>}. The event of a finding is stored with
 * the timers, due at once and before all others.
 */
public final class RecordProcessor {
  private final InterpreterContext context;
  private final CompiledChart model;

  public RecordProcessor(InterpreterContext context) {
    this.context = context;
    model = context.model();
  }

  public Step handle(Snapshot snapshot, Input.Report input, long now) {
    Cause cause = new Cause.External(input);
    Outcome.Rejected unkeepable =
        InputValidator.rejectInvalidValues(
            snapshot.configuration(), input.id(), "record", input.fields());
    if (unkeepable != null) {
      return new Step(cause, unkeepable, snapshot);
    }
    if (!snapshot.exists()) {
      return new Step(cause, reject(snapshot, context.tracker().check(input.fields())), snapshot);
    }
    List<RuleVerdict> verdicts = new ArrayList<>();
    TrackedRecord tracked =
        context
            .tracker()
            .record(snapshot.progress(), input.fields(), now, judge(snapshot, now, verdicts));
    return tracked.rejection() == null
        ? completeStep(snapshot, cause, tracked, verdicts, input.fields(), now)
        : new Step(cause, reject(snapshot, tracked.rejection()), snapshot);
  }

  /** Computes the findings again after the time of a phase ran out. */
  Step handleDeadline(Snapshot snapshot, long now) {
    List<RuleVerdict> verdicts = new ArrayList<>();
    TrackedRecord tracked =
        context.tracker().tick(snapshot.progress(), now, judge(snapshot, now, verdicts));
    return completeStep(snapshot, new Cause.PhaseDeadline(), tracked, verdicts, null, now);
  }

  /** Returns the findings that hold at an instant. */
  List<ReportedFinding> currentFindings(Snapshot snapshot, long now) {
    return context
        .tracker()
        .findings(snapshot.progress(), now, judge(snapshot, now, new ArrayList<>()));
  }

  /**
   * Returns the evaluation of the rules about findings.
   *
   * @param verdicts receives their verdicts
   */
  private Function<Observation, RuleVerdicts> judge(
      Snapshot snapshot, long now, List<RuleVerdict> verdicts) {
    return observation -> {
      if (!context.policy().producesFindings() && !context.policy().acceptsRecords()) {
        return RuleVerdicts.NONE;
      }
      RuleVerdicts answer =
          context
              .policy()
              .judge(
                  new Question(
                      PolicyFacts.instance(snapshot, now),
                      context.chart().settings(),
                      List.of(),
                      List.of(),
                      observation,
                      List.of()));
      verdicts.clear(); // those about the records of a sub-agent are no part of its step
      verdicts.addAll(answer.verdicts());
      return answer;
    };
  }

  private static Outcome reject(Snapshot snapshot, @Nullable RecordRejection rejection) {
    if (rejection == null) {
      return new Outcome.Rejected(
          snapshot.configuration(), "finished", "there is no such instance");
    }
    return new Outcome.Rejected(
        snapshot.configuration(),
        "record",
        rejection.toString(),
        rejection.field(),
        rejection.expected(),
        rejection.found(),
        Trace.NONE);
  }

  private Step completeStep(
      Snapshot before,
      Cause cause,
      TrackedRecord tracked,
      List<RuleVerdict> verdicts,
      @Nullable Map<String, ?> record,
      long now) {
    Snapshot base = before.withExtras(updatedExtras(before, tracked, now));
    Snapshot counted = base.nextCommit(base.extras());
    StepAlgorithm algorithm = StepAlgorithm.begin(context, base, now, false);
    StepState state = algorithm.state();
    state.trace().findings = tracked.reports();
    verdicts.forEach(verdict -> state.trace().verdicts.add(new RankedVerdict(verdict, true)));
    String event = record == null ? null : "record." + record.get("type");
    boolean isHandled = event != null && isHandled(event);
    boolean mayChange = isHandled || base.activeConfiguration().hasEventless();
    if (record == null || event == null || counted.isDone() || !mayChange) {
      return new Step(cause, recorded(state), counted);
    }
    state.currentEvent(
        CurrentEvent.of(model, event, withoutNulls(record), CurrentEvent.Kind.INTERNAL, null));
    try {
      if (isHandled) {
        algorithm.microstep(algorithm.selectTransitions(false));
      }
      // any means external events only
      TimerSchedule.restartIf(state, timer -> timer.restartOn().matchesByName(event));
      algorithm.macrostep();
      Outcome outcome = algorithm.hasTransitioned() ? algorithm.taken() : recorded(state);
      Snapshot after = state.commit();
      return new Step(cause, outcome, after == base ? counted : after);
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), counted);
    }
  }

  private static Outcome recorded(StepState state) {
    return new Outcome.Recorded(state.base().configuration(), state.trace().build());
  }

  private static Map<String, Object> withoutNulls(Map<String, ?> fields) {
    Map<String, Object> present = new LinkedHashMap<>(fields);
    present.values().removeIf(Objects::isNull);
    return Collections.unmodifiableMap(present);
  }

  /** Returns whether a transition, or a timer that it restarts, names the event of a record. */
  private boolean isHandled(String event) {
    return model.namesEvent(event)
        || model.timers().stream().anyMatch(timer -> timer.restartOn().matchesByName(event));
  }

  private SnapshotExtras updatedExtras(Snapshot before, TrackedRecord tracked, long now) {
    long next =
        before.isDone() || !context.policy().producesFindings()
            ? SnapshotExtras.NEVER
            : context.tracker().nextDeadline(tracked.state(), now).orElse(SnapshotExtras.NEVER);
    SnapshotExtras rest = before.extras().withProgress(tracked.state(), next);
    ReportedFinding response = tracked.response();
    if (response == null || before.isDone() || context.tracker().isHeldOut(before.id())) {
      return rest;
    }
    String event = "stuck." + response.finding().level();
    if (!model.namesEvent(event)) {
      return rest;
    }
    PendingEvent.PendingSend sending =
        new PendingEvent.PendingSend(event, tracked.eventData(), null, null);
    return rest.withPending(
        prepend(
            new PendingEvent(now, -1, PendingEvent.Kind.FINDING, 0, 0, sending),
            rest.pending().stream().filter(p -> p.kind() != PendingEvent.Kind.FINDING).toList()));
  }

  private static List<PendingEvent> prepend(PendingEvent first, List<PendingEvent> others) {
    List<PendingEvent> all = new ArrayList<>(others.size() + 1);
    all.add(first);
    all.addAll(others);
    return List.copyOf(all);
  }
}
