package dev.statute.turns.internal.protocol;

import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.turns.internal.call.BuiltInCall;
import dev.statute.turns.internal.call.CallArguments;
import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Timer;
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
 * One transaction for one agent: what the head and its chart were, what the steps make of them, and
 * at the end one compare-and-set. Cards are written first, then rows, then the head, then events.
 *
 * <p>Where the agent has no head, the round is about a ghost: the chart decides as if it were idle,
 * and nothing of it is kept unless it ends a turn.
 */
public final class AgentTransaction {
  /** The timer of what the chart waits for. */
  static final String WAKE = "wake";

  /** How the timers of rows begin that were put off while there was no head. */
  static final String DEFERRED_PREFIX = "again:";

  private final TurnTransaction tx;
  private final @Nullable Head before;
  private final Interpreter interpreter;
  private final TurnContext context;
  private final Instant now;
  private final HeadDraft headDraft;
  private final BuiltInCalls builtInCalls;
  private final @Nullable Instant dueBefore;
  private final List<Event> events = new ArrayList<>();
  private final List<Long> reconsidered = new ArrayList<>();
  private Snapshot snapshot;
  private @Nullable Long deferred;
  private boolean changed;
  private boolean headCreated;
  private boolean abandoned;
  private boolean ringRequested;

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
    builtInCalls = new BuiltInCalls(this, parts);
  }

  /** Begins with a head. */
  public static AgentTransaction of(
      TurnTransaction tx, Head head, Interpreter interpreter, TurnContext parts) {
    Snapshot snapshot = parts.codec().read(head.data(), interpreter.chart());
    return new AgentTransaction(
        tx, head, HeadDraft.from(head), interpreter, snapshot, parts, parts.now());
  }

  /** Begins without one: for a new agent, or about an agent that has lost its head. */
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

  BuiltInCalls builtInCalls() {
    return builtInCalls;
  }

  boolean isHeadless() {
    return before == null;
  }

  /** Nothing of it is written. */
  public void abandon() {
    abandoned = true;
    tx.abandon();
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** Whether there is a head, or will be one. */
  boolean hasHead() {
    return before != null || headCreated;
  }

  /** Even if there was no head, there is one now. */
  void createHead() {
    headCreated = true;
    changed = true;
  }

  /** This row is looked at again when the chart says so. */
  void defer(long inbox) {
    deferred = inbox;
  }

  /** Whether somebody must be woken when it is committed. */
  boolean isRingRequested() {
    return ringRequested;
  }

  void requestRing() {
    ringRequested = true;
  }

  /** What the chart has become. */
  HeadStatus status() {
    for (String state : snapshot.activeStates()) {
      for (HeadStatus status : HeadStatus.values()) {
        if (status.word().equals(state)) {
          return status;
        }
      }
    }
    throw new TurnChartException(
        "the chart rests in " + snapshot.activeStates() + ", which no agent can be in");
  }

  /** Tells the chart a fact, and carries out what it says; true if it took it. */
  Outcome handleEvent(String event, Map<String, ?> facts) {
    String turn = headDraft.turn;
    Snapshot fenced = snapshot.withFence(headDraft.epoch, turn == null ? "" : turn);
    Step step = interpreter.step(fenced, new Input.Event(event, facts), now);
    if (!(step.outcome() instanceof Outcome.Taken)) {
      return step.outcome();
    }
    for (Step each : interpreter.runToCompletion(step, now)) {
      apply(each);
    }
    return step.outcome();
  }

  /** A whole number among the settings of the chart, or what it is without one. */
  long setting(String name, long otherwise) {
    Object value = interpreter.chart().settings().all().get(name);
    return value instanceof Long number ? number : otherwise;
  }

  /** Lets happen what is due in the chart. */
  void wake() {
    Instant due = snapshot.due();
    if (due == null || due.isAfter(now)) {
      return;
    }
    String turn = headDraft.turn;
    for (Step each :
        interpreter.fireDue(snapshot.withFence(headDraft.epoch, turn == null ? "" : turn), now)) {
      apply(each);
    }
  }

  private void apply(Step step) {
    snapshot = step.snapshot();
    changed = true;
    for (Effect effect : step.outcome().trace().effects()) {
      if (effect instanceof Effect.Call call) {
        BuiltInCall builtIn = BuiltInCall.of(call.handler());
        if (builtIn == null) {
          throw new TurnChartException("nobody carries out the call '" + call.handler() + "'");
        }
        builtInCalls.execute(builtIn, CallArguments.of(builtIn, call.with()));
      } else if (effect instanceof Effect.Emit emit) {
        emit("chart." + emit.type(), emit.data());
      }
    }
  }

  /** The rows that must be looked at again now. */
  List<Long> handleDeferred() {
    List<Long> rows = List.copyOf(reconsidered);
    reconsidered.clear();
    return rows;
  }

  void reconsider(long inbox) {
    reconsidered.add(inbox);
  }

  /**
   * Adds an event about the turn, with the agent's next number. Somebody is woken for each: it is
   * on its way out, a command for whoever has the tool, and subscribers wait for it.
   */
  void emit(String type, Map<String, ?> ids) {
    String turn = headDraft.turn;
    headDraft.eventSeq++;
    changed = true;
    ringRequested = true;
    events.add(
        new Event(
            context.ids().id("evt"),
            tx.agent(),
            headDraft.eventSeq,
            turn,
            headDraft.epoch,
            type,
            context.codec().write(ids),
            now,
            null));
  }

  /** An event of the agent's stream: where it happened, and these ids. */
  void emitIds(String type, String... namesAndIds) {
    Map<String, Object> ids = new LinkedHashMap<>();
    ids.put("agent", tx.agent());
    for (int i = 0; i < namesAndIds.length; i += 2) {
      ids.put(namesAndIds[i], namesAndIds[i + 1]);
    }
    emit(type, ids);
  }

  /**
   * Writes the head and the events.
   *
   * @throws WriteConflict if somebody else has written it since
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
    Head head = before;
    if (head != null) {
      if (!tx.update(head(head.rev() + 1), head.turnEpoch(), head.rev())) {
        throw new WriteConflict("the head of " + tx.agent());
      }
    } else if (!tx.create(head(1))) {
      throw new WriteConflict("the head of " + tx.agent());
    }
    for (Event event : events) {
      if (!tx.add(event)) {
        throw new IllegalStateException("turn " + event.turn() + " has its task event already");
      }
    }
  }

  /** A ghost is forgotten; what it put off is remembered by a timer of the row's own. */
  private void updateTimer() {
    Instant due = snapshot.due();
    if (deferred != null && due != null) {
      tx.arm(new Timer(tx.agent(), DEFERRED_PREFIX + deferred, due, null));
    }
  }

  /** A head and the timer of what its chart waits for are always written together. */
  private void timer() {
    Instant due = snapshot.due();
    Instant armed = before == null ? armedTimer() : dueBefore;
    if (Objects.equals(due, armed)) {
      return;
    }
    if (due == null) {
      tx.disarm(WAKE);
    } else {
      tx.arm(new Timer(tx.agent(), WAKE, due, null));
    }
  }

  private @Nullable Instant armedTimer() {
    return tx.timers().stream()
        .filter(timer -> timer.name().equals(WAKE))
        .map(Timer::dueAt)
        .findFirst()
        .orElse(null);
  }

  /** When the chart does something by itself next, or null. */
  @Nullable Instant due() {
    return snapshot.due();
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
