package dev.statute.step.internal.run;

import dev.statute.policy.Observation;
import dev.statute.policy.Question;
import dev.statute.policy.RuleVerdict;
import dev.statute.policy.RuleVerdicts;
import dev.statute.progress.FindingReport;
import dev.statute.progress.MonitorResult;
import dev.statute.progress.ProgressMonitor;
import dev.statute.progress.ProgressRecord;
import dev.statute.progress.RecordRejection;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.ReportedFinding;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.PendingEvent;
import dev.statute.step.internal.model.SnapshotExtras;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps of records. A record says what happened, so it is counted whatever else comes of it;
 * findings are computed, and then the chart may handle {@code record.<type>}. The event of a
 * finding is kept with the timers, as due at once and first.
 */
final class RecordProcessor {
  private final InterpreterContext machine;
  private final CompiledChart model;

  RecordProcessor(InterpreterContext machine) {
    this.machine = machine;
    model = machine.model();
  }

  Step report(Snapshot snapshot, Input.Report input, long now) {
    Cause cause = new Cause.External(input);
    Outcome.Duplicate duplicate = EventDeduplication.find(snapshot, input.id());
    if (duplicate != null) {
      return new Step(cause, duplicate, snapshot);
    }
    Outcome.Rejected unkeepable =
        InputValidator.unkeepable(snapshot.configuration(), input.id(), "record", input.fields());
    if (unkeepable != null) {
      return new Step(cause, unkeepable, snapshot);
    }
    ProgressRecord record = ProgressRecord.of(input.fields());
    RecordRejection rejection = record.rejection();
    if (rejection != null || !snapshot.exists()) {
      return new Step(cause, refused(snapshot, rejection), snapshot);
    }
    Judge judge = new Judge(snapshot, now);
    MonitorResult watched =
        ProgressMonitor.record(
            snapshot.rest().tracker(), record, now, machine.tracking(), judge::judge);
    Step step = then(snapshot, cause, watched, judge, record, now);
    Snapshot after =
        EventDeduplication.remember(snapshot, step.snapshot(), input.id(), step.outcome());
    return new Step(cause, step.outcome(), after);
  }

  /** The time of a phase ran out: findings are computed again. */
  Step tick(Snapshot snapshot, long now) {
    Judge judge = new Judge(snapshot, now);
    MonitorResult watched =
        ProgressMonitor.tick(snapshot.rest().tracker(), now, machine.tracking(), judge::judge);
    return then(snapshot, new Cause.PhaseDeadline(), watched, judge, null, now);
  }

  /** The findings that hold as things stand. */
  List<ReportedFinding> holding(Snapshot snapshot, long now) {
    Judge judge = new Judge(snapshot, now);
    return ProgressMonitor.holding(snapshot.rest().tracker(), now, machine.tracking(), judge::judge)
        .stream()
        .map(ReportedFinding::of)
        .toList();
  }

  private static Outcome refused(Snapshot snapshot, @Nullable RecordRejection rejection) {
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

  private Step then(
      Snapshot before,
      Cause cause,
      MonitorResult watched,
      Judge judge,
      @Nullable ProgressRecord record,
      long now) {
    Snapshot counted = before.next(rest(before, watched, now));
    StepTransaction draft = new StepTransaction(machine, counted, now, false);
    draft.log().findings = watched.reports().stream().map(ReportedFinding::of).toList();
    judge.rulings.forEach(ruling -> draft.log().why.add(new RankedVerdict(ruling, true)));
    String event = record == null ? null : "record." + record.type();
    if (record == null || event == null || counted.isDone() || !isHeard(event)) {
      return new Step(
          cause, new Outcome.Recorded(counted.configuration(), draft.log().trace()), counted);
    }
    int signal = model.signals().event(event);
    draft.cue(new CurrentEvent(event, signal, record.fields(), CurrentEvent.Kind.INTERNAL));
    try {
      MacrostepAlgorithm macrostep = new MacrostepAlgorithm(draft);
      macrostep.take(TransitionSelection.of(draft, signal, false));
      ExternalEventProcessor.restartByRecord(draft, event);
      macrostep.run();
      Outcome outcome =
          macrostep.ran()
              ? new Outcome.Taken(
                  counted.configuration(), draft.configuration().atomicIds(), draft.log().trace())
              : new Outcome.Recorded(counted.configuration(), draft.log().trace());
      Snapshot committed = draft.commit();
      Snapshot after = committed == counted ? counted : committed.back();
      return new Step(cause, outcome, after);
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), counted);
    }
  }

  /** Whether a transition, or a timer that it restarts, names the event of a record. */
  private boolean isHeard(String event) {
    for (NamedTimer timer : model.timers()) {
      if (timer.restartOn().name(event)) {
        return true;
      }
    }
    return model.names(event);
  }

  private SnapshotExtras rest(Snapshot before, MonitorResult watched, long now) {
    long next =
        before.isDone() || !machine.policy().finds()
            ? SnapshotExtras.NEVER
            : watched.tracker().due(now, machine.tracking()).orElse(SnapshotExtras.NEVER);
    SnapshotExtras rest = before.rest().withTracker(watched.tracker(), next);
    FindingReport response = watched.response();
    if (response == null || before.isDone() || machine.tracking().holdsOut(before.id())) {
      return rest;
    }
    String event = "stuck." + response.finding().level();
    if (!model.names(event)) {
      return rest;
    }
    PendingEvent.Sending sending = new PendingEvent.Sending(event, watched.told(), null, null);
    return rest.withPending(
        TimerSchedule.first(
            new PendingEvent(now, -1, PendingEvent.Kind.STUCK, 0, 0, sending),
            rest.pending().stream().filter(p -> p.kind() != PendingEvent.Kind.STUCK).toList()));
  }

  /** Asks rules for findings, and remembers what they said. */
  private final class Judge {
    private final Snapshot snapshot;
    private final long now;
    private List<RuleVerdict> rulings = List.of();

    Judge(Snapshot snapshot, long now) {
      this.snapshot = snapshot;
      this.now = now;
    }

    RuleVerdicts judge(Observation observation) {
      if (!machine.policy().observes()) {
        return RuleVerdicts.NONE;
      }
      PolicyFacts facts = new StepTransaction(machine, snapshot, now, false).facts();
      RuleVerdicts answer =
          machine
              .policy()
              .judge(
                  new Question(
                      facts.instance(),
                      facts.settings(),
                      List.of(),
                      List.of(),
                      observation,
                      List.of()));
      rulings = answer.all();
      return answer;
    }
  }
}
