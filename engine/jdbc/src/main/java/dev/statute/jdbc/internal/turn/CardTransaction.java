package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.BatchStatement;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.RowIdGenerator;
import dev.statute.jdbc.internal.sql.SideColumns;
import dev.statute.jdbc.internal.sql.StatementBatches;
import dev.statute.jdbc.internal.write.TurnWrite;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Boxes, cards, edges and outbox of an agent's transaction. */
abstract class CardTransaction extends BufferedTransaction {
  private static final BatchStatement INSERT_EVENT = CardTables.EVENTS.insert("");
  private static final String LAST_EVENT =
      "SELECT event_seq, out_id FROM agent_outbox WHERE agent_id = ?"
          + " ORDER BY event_seq DESC LIMIT 1";

  private final RowBuffer<RowMapping.EdgeKey, ExecutionEdge> edges =
      new RowBuffer<>(RowMapping.EDGES);
  final RowBuffer<String, Box> boxes = new RowBuffer<>(RowMapping.BOXES);
  final RowBuffer<String, Card> cards = new RowBuffer<>(RowMapping.CARDS);
  final RowBuffer<String, Deliverable> deliverables = new RowBuffer<>(RowMapping.DELIVERABLES);
  private final RowBuffer<String, Timer> timers = new RowBuffer<>(RowMapping.TIMERS);
  final BoxCache boxCache = new BoxCache(boxes, cards);
  private final List<Event> events = new ArrayList<>();
  private @Nullable OutboxPosition prefetchedEvent;
  private @Nullable OutboxPosition lastEvent;
  private @Nullable OutboxPosition lastWritten;

  /** Position of an event: its number, and its place in the outbox. */
  record OutboxPosition(long seq, long place) {}

  CardTransaction(JdbcSession session, ReadMode basis, String locking, String agent) {
    super(session, basis, locking, agent);
    buffers(List.of(edges, boxes, cards, deliverables, timers));
  }

  final boolean addEdge(ExecutionEdge edge) {
    RowMapping.EdgeKey key = RowMapping.EdgeKey.of(edge);
    if (edges.row(key) != null) {
      return false;
    }
    edges.put(key, edge);
    return true;
  }

  final List<ExecutionEdge> edgesOf(long message) {
    list(CardTables.EDGES, "WHERE inbox_id = ?", message).forEach(edges::loadExisting);
    return edges.findAll(edge -> Objects.equals(edge.message(), message)).stream()
        .sorted(Comparator.comparingLong(ExecutionEdge::id))
        .toList();
  }

  public @Nullable Box box(String id) {
    boxCache.assume(id);
    return row(boxes, id, isStrict() ? lockClause : "");
  }

  public List<Card> cards(String box, long from, long to) {
    requireOpen();
    if (from > to) {
      return List.of();
    }
    boxCache.assume(box);
    return list(
            cards,
            cards.isListLoaded(box) ? box : List.of(box, from, to),
            card -> card.box().equals(box) && card.seq() >= from && card.seq() <= to,
            "WHERE box_id = ? AND seq >= ? AND seq <= ?",
            box,
            from,
            to)
        .stream()
        .sorted(Comparator.comparingLong(Card::seq))
        .toList();
  }

  public long lastCard(String box) {
    requireOpen();
    boxCache.assume(box);
    if (!boxCache.hasLastCard(box)) {
      // after reading a whole box, its last card is known
      boxCache.lastCard(
          box,
          cards.isListLoaded(box)
              ? 0
              : queryNumber("SELECT MAX(seq) FROM cards WHERE box_id = ?", box));
    }
    return boxCache.lastCard(box);
  }

  /** Returns the known cards of a turn, by id. */
  final Map<String, Card> cardsOf(String turn) {
    Map<String, Card> all = new HashMap<>();
    cards.findAll(card -> turn.equals(card.turn())).forEach(card -> all.put(card.id(), card));
    return all;
  }

  final boolean addCard(Card card) {
    if (isStrict()) {
      cards(card.box(), card.seq(), card.seq());
    }
    assume(!boxCache.endsBefore(card.box(), card.seq()));
    boolean free =
        cards.findFirst(each -> each.box().equals(card.box()) && each.seq() == card.seq()) == null;
    return free && add(cards, card.id(), card);
  }

  final boolean addDeliverable(Deliverable deliverable) {
    String card = deliverable.card();
    if (isStrict()) {
      list(deliverables, card, each -> true, "WHERE card_id = ?", card);
    }
    assume(!deliverables.isListLoaded(card));
    boolean free = deliverables.findFirst(each -> each.card().equals(card)) == null;
    return free && add(deliverables, deliverable.turn(), deliverable);
  }

  final boolean addEvent(Event event) {
    String turn = event.type().equals(Event.TASK) ? event.turn() : null;
    if (turn != null && (isEnded(turn) || (isStrict() && isEndedInDatabase(turn)))) {
      return false;
    }
    long last = isNext(event) ? event.seq() - 1 : lastEvent();
    if (event.seq() != last + 1) {
      if (turn != null && isEndedInDatabase(turn)) {
        return false; // checked first
      }
      throw new IllegalArgumentException(
          "event " + event.seq() + " of " + agent + " cannot follow event " + last);
    }
    assume(true);
    events.add(event);
    return true;
  }

  /** Tests for a task event of the turn in this transaction. */
  private boolean isEnded(String turn) {
    for (Event event : events) {
      if (event.type().equals(Event.TASK) && turn.equals(event.turn())) {
        return true;
      }
    }
    return false;
  }

  /** Tests for a task event of the turn in the database. */
  private boolean isEndedInDatabase(String turn) {
    String sql = "SELECT COUNT(*) FROM agent_outbox WHERE agent_turn_id = ? AND type = 'task'";
    return queryNumber(sql, turn) > 0;
  }

  /** Loads the last event of the database, as named by the head. */
  void loadLastEvent(@Nullable OutboxPosition last) {
    prefetchedEvent = last;
  }

  /** Tests for the number after that of the head; only its place must be free then. */
  private boolean isNext(Event event) {
    OutboxPosition last = prefetchedEvent;
    if (isStrict() || !events.isEmpty() || last == null || last.seq() + 1 != event.seq()) {
      return false;
    }
    lastEvent = last;
    return true;
  }

  public long lastEvent() {
    requireOpen();
    return events.isEmpty() ? readLastPosition().seq() : events.get(events.size() - 1).seq();
  }

  /** Returns the last event after the write; null = none, or unknown. */
  final @Nullable OutboxPosition lastPosition() {
    return !events.isEmpty() ? lastWritten : lastEvent == null ? prefetchedEvent : lastEvent;
  }

  @Override
  boolean isChanged() {
    return !events.isEmpty() || super.isChanged();
  }

  private OutboxPosition readLastPosition() {
    OutboxPosition last = lastEvent;
    if (last == null) {
      List<OutboxPosition> found =
          run(
              () ->
                  session.query(
                      LAST_EVENT,
                      row -> new OutboxPosition(row.getLong(1), row.getLong(2)),
                      agent));
      last = found.isEmpty() ? new OutboxPosition(0, 0) : found.get(0);
      lastEvent = last;
    }
    return last;
  }

  public void disarm(String name) {
    putTimer(name, null);
  }

  final void putTimer(String name, @Nullable Timer timer) {
    requireOpen();
    if (!timers.isLoaded(name)) {
      timers.load(name, first(CardTables.TIMERS, RowMapping.TIMERS.byKey(), name, agent));
    }
    timers.put(name, timer);
  }

  final List<Timer> agentTimers() {
    return list(timers, agent, timer -> true, "WHERE agent_id = ?", agent).stream()
        .sorted(Comparator.comparing(Timer::dueAt).thenComparing(Timer::name))
        .toList();
  }

  /** Orders events by their numbers, independent of clocks. */
  @Override
  void writeEvents(StatementBatches<TurnWrite<?>> batches, TurnWrite<?> of) {
    long place = lastEvent == null ? 0 : lastEvent.place();
    for (Event event : events) {
      place = Math.max(place + 1, RowIdGenerator.next());
      @Nullable Object[] beside = SideColumns.PUBLICATION.values(event.id(), place, null, null, 0);
      batches.add(
          INSERT_EVENT, true, of, RecordTable.concat(CardTables.EVENTS.values(event), beside));
      lastWritten = new OutboxPosition(event.seq(), place);
    }
  }
}
