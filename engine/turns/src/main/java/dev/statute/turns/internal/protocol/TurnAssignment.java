package dev.statute.turns.internal.protocol;

import dev.statute.step.Outcome;
import dev.statute.turns.Ack;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.ClaimedTurn;
import dev.statute.turns.Lease;
import dev.statute.turns.Resources;
import dev.statute.turns.internal.result.ValueMaps;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Assignment of a waiting turn to a worker, with all that the worker may read. */
public final class TurnAssignment {
  private final TurnContext context;

  TurnAssignment(TurnContext context) {
    this.context = context;
  }

  /** Claimed turn, or the reason why there is none. */
  public record Claimed(Ack ack, List<ClaimedTurn> assignments) {
    Claimed(Ack ack) {
      this(ack, List.of());
    }
  }

  /** Claims: first head and chart, then rows, then boxes. */
  Claimed claim(AgentTransaction round, String worker) {
    String id = round.headDraft().turn;
    Turn turn = id == null ? null : round.tx().turn(id);
    if (id == null || turn == null) {
      return noClaim(Kind.IGNORED, "there is nothing to claim");
    }
    Message request = round.tx().message(turn.message());
    HeadStatus before = round.status();
    InboxStatus legal =
        before == HeadStatus.DISPATCHED ? InboxStatus.PENDING : InboxStatus.PROCESSING;
    if (request == null || (before != HeadStatus.SUSPENDED && request.status() != legal)) {
      return noClaim(
          Kind.PROTOCOL_ERROR,
          "inbox row "
              + turn.message()
              + " of turn '"
              + id
              + "' is "
              + (request == null ? "missing" : request.status().word() + ", not " + legal.word()));
    }
    round.setWorker(worker);
    Outcome outcome =
        AgentSteps.handleEvent(
            round,
            "Claim",
            Map.of("worker", worker, "owned", !round.headDraft().leaseOwner().isEmpty()));
    if (outcome instanceof Outcome.Failed failed) {
      return noClaim(Kind.CHART_ERROR, failed.message());
    }
    if (!(outcome instanceof Outcome.Taken)) {
      return noClaim(Kind.IGNORED, "there is nothing to claim");
    }
    return new Claimed(
        new Ack(Kind.DONE, "claimed", request.id(), id), List.of(assignment(round, worker, id)));
  }

  private static Claimed noClaim(Kind kind, String message) {
    return new Claimed(Ack.of(kind, message));
  }

  private ClaimedTurn assignment(AgentTransaction round, String worker, String id) {
    Turn turn = Objects.requireNonNull(round.tx().turn(id));
    Message request = Objects.requireNonNull(round.tx().message(turn.message()));
    List<AwaitedCall> calls = round.tx().calls(id);
    List<Message> batch = batch(round, id, calls);
    TurnBoxes boxes = round.headDraft().activeBoxes();
    CardBoxes reader = round.boxes();
    Object task = context.codec().read(request.payload()).get("task");
    Resources resources = context.resources().apply(round.tx().agent());
    long steps = steps(calls);
    return new ClaimedTurn(
        new Lease(round.tx().agent(), id, round.headDraft().epoch, worker),
        turn.attempt(),
        ValueMaps.toMap(task),
        batch,
        resources,
        boxes.context() == null ? List.of() : reader.read(boxes.context(), boxes.contextSeq()),
        reader.read(boxes.output(), reader.last(boxes.output())),
        calls,
        Math.max(0, round.setting("max_steps", Long.MAX_VALUE) - steps),
        request.lineage());
  }

  /** Returns the rows in processing, and the reports on calls that led to the last resume. */
  private static List<Message> batch(AgentTransaction round, String turn, List<AwaitedCall> calls) {
    long awaited = round.headDraft().epoch - 1; // each resume begins the next epoch
    Set<Long> resumed = new HashSet<>();
    for (AwaitedCall call : calls) {
      Long report = call.settledBy();
      if (call.epoch() == awaited && report != null) {
        resumed.add(report);
      }
    }
    return round.tx().messages(turn).stream()
        .filter(row -> row.status() == InboxStatus.PROCESSING || resumed.contains(row.id()))
        .toList();
  }

  /**
   * Returns the number of steps of the turn that called tools, this one included; each resume
   * starts anew.
   */
  static long steps(List<AwaitedCall> calls) {
    return calls.stream().map(call -> call.epoch() + " " + call.step()).distinct().count();
  }
}
