package dev.statute.step.internal.process;

import dev.statute.policy.spi.CountedRecord;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.ProgressTracker;
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
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Processor of records. A record is counted in any case, as it reports a fact; then findings are
 * computed, and the chart may handle {@code record.<type>}. The event of a finding has a field of
 * its own and is the first that runs to completion.
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
    JudgedRecord judged =
        judge(snapshot, context.tracker().record(snapshot.progress(), input.fields(), now), now);
    RecordRejection rejection = judged.tracked().rejection();
    return rejection == null
        ? completeStep(snapshot, cause, judged, input.fields(), now)
        : new Step(cause, reject(snapshot, rejection), snapshot);
  }

  /** Computes the findings again after the time of a phase ran out. */
  Step handleDeadline(Snapshot snapshot, long now) {
    JudgedRecord judged = judge(snapshot, context.tracker().tick(snapshot.progress(), now), now);
    return completeStep(snapshot, new Cause.PhaseDeadline(), judged, null, now);
  }

  /** Returns the findings that hold at an instant. */
  List<ReportedFinding> currentFindings(Snapshot snapshot, long now) {
    ProgressTracker tracker = context.tracker();
    return tracker.findings(
        snapshot.progress(), judge(snapshot, tracker.observe(snapshot.progress(), now), now));
  }

  /**
   * Counted record with the verdicts about it.
   *
   * @param verdicts those about the records of a sub-agent are no part of its step
   */
  private record JudgedRecord(TrackedRecord tracked, List<RuleVerdict> verdicts) {}

  /** Puts each observation to the rules, and their verdicts back to the tracker. */
  private JudgedRecord judge(Snapshot snapshot, CountedRecord record, long now) {
    CountedRecord tracking = record;
    RuleVerdicts answer = RuleVerdicts.NONE;
    while (tracking instanceof CountedRecord.Observed observed) {
      answer = judge(snapshot, observed.observation(), now);
      tracking = observed.continuation().apply(answer);
    }
    return new JudgedRecord((TrackedRecord) tracking, answer.verdicts());
  }

  private RuleVerdicts judge(Snapshot snapshot, Observation observation, long now) {
    return context.policy().producesFindings() || context.policy().acceptsRecords()
        ? context
            .policy()
            .judge(
                new Question(
                    PolicyFacts.instance(snapshot, now),
                    context.chart().settings(),
                    List.of(),
                    List.of(),
                    observation,
                    List.of()))
        : RuleVerdicts.NONE;
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
      JudgedRecord judged,
      @Nullable Map<String, ?> record,
      long now) {
    Snapshot base = before.withExtras(updatedExtras(before, judged.tracked(), now));
    Snapshot counted = base.nextCommit(base.extras());
    StepAlgorithm algorithm = StepAlgorithm.begin(context, base, now, false);
    StepState state = algorithm.state();
    state.trace().findings = judged.tracked().reports();
    judged
        .verdicts()
        .forEach(verdict -> state.trace().verdicts.add(new RankedVerdict(verdict, true)));
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
    ReportedFinding response = tracked.response();
    boolean isRaised =
        response != null
            && !before.isDone()
            && !context.tracker().isHeldOut(before.id())
            && model.namesEvent("stuck." + response.finding().level());
    SnapshotExtras.FindingEvent finding =
        response == null || !isRaised
            ? before.extras().finding()
            : new SnapshotExtras.FindingEvent(
                "stuck." + response.finding().level(),
                tracked.eventData(),
                now,
                SnapshotExtras.FindingEvent.FIRST,
                0);
    return before
        .extras()
        .withTracking(new SnapshotExtras.Tracking(tracked.state(), next, finding));
  }
}
