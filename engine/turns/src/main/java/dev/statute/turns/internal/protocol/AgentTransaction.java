package dev.statute.turns.internal.protocol;

import dev.statute.step.HostFence;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnStatuses;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnTransaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Transaction for one agent: its head and chart as they were read, what {@link AgentSteps} and the
 * built-in calls change, and one compare-and-set at the end. Cards are written first, then rows,
 * then the head, then events.
 *
 * <p>For an agent without a head, the chart decides as if the agent were idle, and nothing of it is
 * kept unless it ends a turn.
 */
public final class AgentTransaction {
  /** Name of the timer for the chart's next timer. */
  static final String WAKE = "wake";

  /** Names of ids in the protocol, by the short names of events. */
  private static final Map<String, String> PROTOCOL_NAMES =
      Map.of(
          "agent", "agent_id",
          "turn", "agent_turn_id",
          "step", "step_id",
          "call", "tool_call_id",
          "inbox", "inbox_id");

  /** Name prefix of timers for rows that were deferred without a head. */
  static final String DEFERRED_PREFIX = "again:";

  private final TurnTransaction tx;
  private final @Nullable Head before;
  private final Interpreter interpreter;
  private final TurnContext context;
  private final Instant now;
  private final HeadDraft headDraft;
  private final CardBoxes boxes;
  private final @Nullable Instant dueBefore;
  private final List<Event> events = new ArrayList<>();
  private final List<Long> reconsidered = new ArrayList<>();
  private Snapshot snapshot;
  private @Nullable Long deferred;
  private boolean changed;
  private boolean headCreated;
  private boolean abandoned;
  private boolean ringRequested;
  private @Nullable String worker;
  private @Nullable String newTurn;
  private Map<String, ?> resultContent = Map.of();
  private @Nullable String submittingStep;

  private AgentTransaction(
      TurnTransaction tx,
      @Nullable Head before,
      HeadDraft draft,
      Interpreter interpreter,
      Snapshot snapshot,
      TurnContext parts,
      Instant now) {
    this.tx = tx;
    this.before = before;
    this.interpreter = interpreter;
    this.context = parts;
    this.now = now;
    this.headDraft = draft;
    this.snapshot = snapshot;
    dueBefore = snapshot.due();
    boxes = new CardBoxes(tx, parts.ids());
  }

  /** Starts with a head. */
  public static AgentTransaction of(
      TurnTransaction tx, Head head, Interpreter interpreter, TurnContext parts) {
    Snapshot snapshot = parts.codec().read(head.data(), interpreter.chart());
    return new AgentTransaction(
        tx, head, HeadDraft.from(head), interpreter, snapshot, parts, parts.now());
  }

  /** Starts without one: for a new agent, or for one that lost its head. */
  static AgentTransaction withoutHead(
      TurnTransaction tx, HeadDraft draft, Interpreter interpreter, TurnContext parts) {
    Instant now = parts.now();
    Step start = interpreter.start(tx.agent(), Map.of(), now);
    if (!(start.outcome() instanceof Outcome.Started)) {
      throw new TurnChartException("the chart cannot begin: " + start.outcome().message());
    }
    return new AgentTransaction(tx, null, draft, interpreter, start.snapshot(), parts, now);
  }

  public TurnTransaction tx() {
    return tx;
  }

  HeadDraft headDraft() {
    return headDraft;
  }

  Instant now() {
    return now;
  }

  CardBoxes boxes() {
    return boxes;
  }

  boolean isHeadless() {
    return before == null;
  }

  /** Discards all writes. */
  public void abandon() {
    abandoned = true;
    tx.abandon();
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** Tests for a head, existing or to be created. */
  boolean hasHead() {
    return before != null || headCreated;
  }

  /** Creates the head if there is none. */
  void createHead() {
    headCreated = true;
    changed = true;
  }

  /** Defers a row until the chart asks for it. */
  void defer(long inbox) {
    deferred = inbox;
  }

  /** Tests for workers to wake after the commit. */
  boolean isRingRequested() {
    return ringRequested;
  }

  void requestRing() {
    ringRequested = true;
  }

  TurnContext context() {
    return context;
  }

  Interpreter interpreter() {
    return interpreter;
  }

  /** Returns the state of the chart, fenced by the turn and its epoch. */
  Snapshot snapshot() {
    String turn = headDraft.turn;
    return snapshot.withFence(new HostFence(headDraft.epoch, turn == null ? "" : turn));
  }

  /** Replaces the state of the chart after a step. */
  void setSnapshot(Snapshot after) {
    snapshot = after;
    changed = true;
  }

  /** Returns the worker that acts; null if none does. */
  @Nullable String worker() {
    return worker;
  }

  void setWorker(String name) {
    worker = name;
  }

  /** Returns the id of a turn that starts; one that was set before is returned once. */
  String takeNewTurn() {
    String turn = newTurn == null ? context.ids().id("turn") : newTurn;
    newTurn = null;
    return turn;
  }

  void setNewTurn(String id) {
    newTurn = id;
  }

  /** Returns the content of a deliverable of this transaction. */
  Map<String, ?> resultContent() {
    return resultContent;
  }

  /** Returns the step that submits the deliverable; null if none does. */
  @Nullable String submittingStep() {
    return submittingStep;
  }

  void setResult(Map<String, ?> content, @Nullable String step) {
    resultContent = content;
    submittingStep = step;
  }

  /** Returns the status according to the chart's state. */
  HeadStatus status() {
    for (String state : snapshot.activeStates()) {
      HeadStatus status = TurnStatuses.find(HeadStatus.class, state);
      if (status != null) {
        return status;
      }
    }
    throw new TurnChartException(
        "the chart rests in " + snapshot.activeStates() + ", which no agent can be in");
  }

  /** Returns a whole number of the chart's settings, or a default. */
  long setting(String name, long fallback) {
    Object value = interpreter.chart().settings().all().get(name);
    return value instanceof Long number ? number : fallback;
  }

  /** Returns the rows to reconsider now. */
  List<Long> handleDeferred() {
    List<Long> rows = List.copyOf(reconsidered);
    reconsidered.clear();
    return rows;
  }

  void reconsider(long inbox) {
    reconsidered.add(inbox);
  }

  /**
   * Adds an event of the turn, with the agent's next number, and requests a ring: a command needs a
   * worker with the tool, and subscribers wait for each event.
   */
  void emit(String type, Map<String, ?> ids) {
    headDraft.eventSeq++;
    changed = true;
    ringRequested = true;
    events.add(
        new Event(
            context.ids().id("evt"),
            tx.agent(),
            headDraft.eventSeq,
            headDraft.turn,
            headDraft.epoch,
            type,
            context.codec().write(ids),
            now,
            null));
  }

  /** Adds an event of the agent's stream with these ids, under the protocol's names as well. */
  void emitIds(String type, String... namesAndIds) {
    Map<String, Object> ids = new LinkedHashMap<>();
    ids.put("agent", tx.agent());
    for (int i = 0; i < namesAndIds.length; i += 2) {
      ids.put(namesAndIds[i], namesAndIds[i + 1]);
    }
    List.copyOf(ids.keySet())
        .forEach(
            name -> {
              String protocolName = PROTOCOL_NAMES.get(name);
              if (protocolName != null) {
                ids.put(protocolName, ids.get(name));
              }
            });
    ids.put("turn_epoch", headDraft.epoch);
    emit(type, ids);
  }

  /**
   * Writes the head and the events.
   *
   * @throws WriteConflict if another transaction has written it since
   */
  public void close() {
    if (before == null && !headCreated) {
      updateTimer();
      return;
    }
    if (!changed) {
      return;
    }
    timer();
    boolean isWritten =
        before == null
            ? tx.create(head(1))
            : tx.update(head(before.rev() + 1), before.turnEpoch(), before.rev());
    if (!isWritten) {
      throw new WriteConflict("the head of " + tx.agent());
    }
    for (Event event : events) {
      if (!tx.add(event)) {
        throw new IllegalStateException("turn " + event.turn() + " has its task event already");
      }
    }
  }

  /** Drops the state of an absent head; each row that it deferred keeps a timer of its own. */
  private void updateTimer() {
    Instant due = snapshot.due();
    if (deferred != null && due != null) {
      tx.add(new Timer(tx.agent(), DEFERRED_PREFIX + deferred, due, null));
    }
  }

  /** Sets the timer for the chart's next timer, in the same transaction as the head. */
  private void timer() {
    Instant due = snapshot.due();
    Instant armed = before == null ? armedTimer() : dueBefore;
    if (Objects.equals(due, armed)) {
      return;
    }
    if (due == null) {
      tx.disarm(WAKE);
    } else {
      tx.add(new Timer(tx.agent(), WAKE, due, null));
    }
  }

  private @Nullable Instant armedTimer() {
    return tx.timers().stream()
        .filter(timer -> timer.name().equals(WAKE))
        .map(Timer::dueAt)
        .findFirst()
        .orElse(null);
  }

  private Head head(long rev) {
    try {
      return new Head(
          tx.agent(),
          interpreter.chart().name(),
          interpreter.chart().hash(),
          status(),
          String.join(",", snapshot.configuration()),
          context.codec().write(snapshot),
          headDraft.epoch,
          headDraft.turn,
          rev,
          headDraft.eventSeq,
          headDraft.waiting,
          headDraft.resumeDeadline,
          headDraft.lease,
          headDraft.boxes,
          headDraft.lineage,
          now);
    } catch (IllegalArgumentException e) {
      throw new TurnChartException("the chart leaves the agent " + e.getMessage());
    }
  }
}
