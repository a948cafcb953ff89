package dev.statute.jdbc;

import dev.statute.turns.Rows.Awaited;
import dev.statute.turns.Rows.Box;
import dev.statute.turns.Rows.Card;
import dev.statute.turns.Rows.Deliverable;
import dev.statute.turns.Rows.EdgeRow;
import dev.statute.turns.Rows.Event;
import dev.statute.turns.Rows.Head;
import dev.statute.turns.Rows.Message;
import dev.statute.turns.Rows.Timer;
import dev.statute.turns.Rows.Turn;
import dev.statute.turns.TurnTransaction;
import dev.statute.turns.Words.CallStatus;
import dev.statute.turns.Words.InboxStatus;
import dev.statute.turns.Words.TurnStatus;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads and writes the tables of turns within a transaction that is somebody else's. */
final class JdbcTransaction extends Running implements TurnTransaction {
  private final String locking;
  private final String agent;
  private boolean abandoned;

  /**
   * @param locking what a query ends with to lock its rows
   */
  JdbcTransaction(Session session, String locking, String agent) {
    super(session);
    this.locking = locking;
    this.agent = agent;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  @Override
  public String agent() {
    return agent;
  }

  @Override
  public void abandon() {
    abandoned = true;
  }

  @Override
  public @Nullable Head head() {
    return first(TurnTables.HEADS, "WHERE agent_id = ?" + locking, agent);
  }

  @Override
  public boolean create(Head head) {
    return doing(() -> TurnTables.HEADS.insert(session, head, "agent_id"));
  }

  @Override
  public boolean put(Head head, long turnEpoch, long rev) {
    return doing(
        () ->
            TurnTables.HEADS.update(
                session,
                head,
                "agent_id = ? AND turn_epoch = ? AND rev = ?",
                agent,
                turnEpoch,
                rev));
  }

  @Override
  public Message add(Message message) {
    boolean added =
        doing(() -> TurnTables.MESSAGES.insert(session, message, "agent_id, dedup_key"));
    return added ? message : Objects.requireNonNull(message(message.dedupKey()));
  }

  @Override
  public @Nullable Message message(long id) {
    return first(TurnTables.MESSAGES, "WHERE inbox_id = ? AND agent_id = ?", id, agent);
  }

  @Override
  public @Nullable Message message(String dedupKey) {
    return first(TurnTables.MESSAGES, "WHERE agent_id = ? AND dedup_key = ?", agent, dedupKey);
  }

  @Override
  public @Nullable Message firstQueued() {
    return first(
        TurnTables.MESSAGES,
        "WHERE agent_id = ? AND status = 'queued' ORDER BY inbox_id LIMIT 1",
        agent);
  }

  @Override
  public List<Message> messages(String turn) {
    return list(
        TurnTables.MESSAGES,
        "WHERE agent_turn_id = ? AND agent_id = ? ORDER BY inbox_id",
        turn,
        agent);
  }

  @Override
  public boolean change(Message message, InboxStatus expected) {
    return doing(
        () ->
            TurnTables.MESSAGES.update(
                session,
                message,
                "inbox_id = ? AND agent_id = ? AND status = ?",
                message.id(),
                agent,
                expected.word()));
  }

  @Override
  public @Nullable Turn turn(String id) {
    return first(TurnTables.TURNS, "WHERE agent_turn_id = ?", id);
  }

  @Override
  public @Nullable Turn turnOf(long message) {
    return first(TurnTables.TURNS, "WHERE inbox_id = ?", message);
  }

  @Override
  public void add(Turn turn) {
    if (!doing(() -> TurnTables.TURNS.insert(session, turn, ""))) {
      throw new IllegalArgumentException(
          "there is a turn " + turn.id() + " or one of inbox row " + turn.message());
    }
  }

  @Override
  public boolean change(Turn turn, TurnStatus expected) {
    return doing(
        () ->
            TurnTables.TURNS.update(
                session, turn, "agent_turn_id = ? AND status = ?", turn.id(), expected.word()));
  }

  @Override
  public @Nullable Awaited awaited(String call) {
    return first(TurnTables.CALLS, "WHERE tool_call_id = ?", call);
  }

  @Override
  public List<Awaited> calls(String turn) {
    return list(TurnTables.CALLS, "WHERE agent_turn_id = ? ORDER BY n", turn);
  }

  @Override
  public boolean add(Awaited call) {
    return doing(
        () ->
            TurnTables.CALLS.insert(
                session,
                call,
                "n",
                "(SELECT COUNT(*) FROM turn_waiting_tools WHERE agent_turn_id = ?)",
                call.turn()));
  }

  @Override
  public boolean change(Awaited call, CallStatus expected) {
    return doing(
        () ->
            TurnTables.CALLS.update(
                session, call, "tool_call_id = ? AND status = ?", call.id(), expected.word()));
  }

  @Override
  public void add(EdgeRow edge) {
    doing(() -> CardTables.EDGES.insert(session, edge, "inbox_id, primitive, edge_phase"));
  }

  @Override
  public List<EdgeRow> edges(long message) {
    return list(CardTables.EDGES, "WHERE inbox_id = ? ORDER BY edge_id", message);
  }

  @Override
  public @Nullable Box box(String id) {
    return first(CardTables.BOXES, "WHERE box_id = ?", id);
  }

  @Override
  public boolean add(Box box) {
    return doing(() -> CardTables.BOXES.insert(session, box, "box_id"));
  }

  @Override
  public boolean hand(String id, @Nullable String writer, @Nullable String expected) {
    Box box = first(CardTables.BOXES, "WHERE box_id = ?" + locking, id);
    if (box == null || !Objects.equals(box.writer(), expected)) {
      return false;
    }
    Box handed = new Box(id, writer, box.forkedFrom(), box.forkedAt());
    return doing(() -> CardTables.BOXES.update(session, handed, "box_id = ?", id));
  }

  @Override
  public @Nullable Card card(String id) {
    return first(CardTables.CARDS, "WHERE card_id = ?", id);
  }

  @Override
  public List<Card> cards(String box, long from, long to) {
    return list(
        CardTables.CARDS, "WHERE box_id = ? AND seq >= ? AND seq <= ? ORDER BY seq", box, from, to);
  }

  @Override
  public long lastCard(String box) {
    return number("SELECT MAX(seq) FROM cards WHERE box_id = ?", box);
  }

  @Override
  public boolean add(Card card) {
    return doing(() -> CardTables.CARDS.insert(session, card, ""));
  }

  @Override
  public @Nullable Deliverable deliverable(String turn) {
    return first(CardTables.DELIVERABLES, "WHERE agent_turn_id = ?", turn);
  }

  @Override
  public boolean add(Deliverable deliverable) {
    return doing(() -> CardTables.DELIVERABLES.insert(session, deliverable, ""));
  }

  @Override
  public boolean add(Event event) {
    String turn = event.turn();
    if (event.type().equals("task") && turn != null && hasTaskEvent(turn)) {
      return false;
    }
    long last = lastEvent();
    boolean follows =
        event.seq() == last + 1
            && doing(
                () ->
                    CardTables.EVENTS.insert(
                        session,
                        event,
                        "out_id",
                        "(SELECT MAX(x.id) FROM (SELECT ? AS id UNION ALL SELECT MAX(out_id) + 1"
                            + " FROM agent_outbox WHERE agent_id = ? AND event_seq = ?) x)",
                        InboxRow.nextId(),
                        agent,
                        last));
    if (!follows) {
      throw new IllegalArgumentException(
          "event " + event.seq() + " of " + agent + " cannot follow event " + last);
    }
    return true;
  }

  private boolean hasTaskEvent(String turn) {
    return number(
            "SELECT COUNT(*) FROM agent_outbox WHERE agent_turn_id = ? AND type = 'task'", turn)
        > 0;
  }

  @Override
  public long lastEvent() {
    return number("SELECT MAX(event_seq) FROM agent_outbox WHERE agent_id = ?", agent);
  }

  @Override
  public void arm(Timer timer) {
    doing(
        () -> {
          CardTables.TIMERS.replace(session, timer, "agent_id, name", "");
          return true;
        });
  }

  @Override
  public void disarm(String name) {
    doing(
        () ->
            session.update(
                "DELETE FROM agent_timers WHERE agent_id = ? AND name = ?", agent, name));
  }

  @Override
  public List<Timer> timers() {
    return list(CardTables.TIMERS, "WHERE agent_id = ? ORDER BY due_at, name", agent);
  }
}
