package dev.statute.jdbc;

import dev.statute.turns.TurnRecords.Box;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Deliverable;
import dev.statute.turns.TurnRecords.EdgeRow;
import dev.statute.turns.TurnRecords.Event;
import dev.statute.turns.TurnRecords.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The half of an agent's transaction that is about boxes, cards, edges, and what leaves. */
abstract class CardTransaction extends BufferedTransaction {
  private static final BatchStatement EVENT = CardTables.EVENTS.inserting("");
  private static final String LAST_EVENT =
      "SELECT event_seq, out_id FROM agent_outbox WHERE agent_id = ?"
          + " ORDER BY event_seq DESC LIMIT 1";

  private final RowBuffer<RowMapping.EdgeKey, EdgeRow> edges = new RowBuffer<>(RowMapping.EDGES);
  final RowBuffer<String, Box> boxes = new RowBuffer<>(RowMapping.BOXES);
  final RowBuffer<String, Card> cards = new RowBuffer<>(RowMapping.CARDS);
  private final RowBuffer<String, Deliverable> deliverables =
      new RowBuffer<>(RowMapping.DELIVERABLES);
  private final RowBuffer<String, Timer> timers = new RowBuffer<>(RowMapping.TIMERS);
  final BoxCache known = new BoxCache(boxes, cards);
  private final List<Event> events = new ArrayList<>();
  private @Nullable Left foreseen;
  private @Nullable Left lastEvent;
  private @Nullable Left written;

  /** An event that is there: its number, and its place among all that leave. */
  record Left(long seq, long place) {}

  CardTransaction(JdbcSession session, ReadMode basis, String locking, String agent) {
    super(session, basis, locking, agent);
    sheets(List.of(edges, boxes, cards, deliverables, timers));
  }

  public void add(EdgeRow edge) {
    open();
    RowMapping.EdgeKey key = RowMapping.EdgeKey.of(edge);
    if (edges.row(key) == null) {
      edges.put(key, edge);
    }
  }

  public List<EdgeRow> edges(long message) {
    list(CardTables.EDGES, "WHERE inbox_id = ?", message).forEach(edges::kept);
    return edges.all(edge -> Objects.equals(edge.message(), message)).stream()
        .sorted(Comparator.comparingLong(EdgeRow::id))
        .toList();
  }

  public @Nullable Box box(String id) {
    known.guess(id);
    return row(boxes, id, isCareful() ? locking : "");
  }

  public boolean add(Box box) {
    return add(boxes, box.id(), box);
  }

  public boolean hand(String id, @Nullable String writer, @Nullable String expected) {
    Box box = box(id);
    if (box == null || !Objects.equals(box.writer(), expected)) {
      return false;
    }
    boxes.put(id, new Box(id, writer, box.forkedFrom(), box.forkedAt()));
    return true;
  }

  public @Nullable Card card(String id) {
    return row(cards, id, "");
  }

  public List<Card> cards(String box, long from, long to) {
    open();
    if (from > to) {
      return List.of();
    }
    known.guess(box);
    return list(
            cards,
            cards.lists(box) ? box : List.of(box, from, to),
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
    open();
    known.guess(box);
    if (!known.hasLast(box)) {
      // who has read all of a box needs not look for its last one
      known.last(
          box, cards.lists(box) ? 0 : number("SELECT MAX(seq) FROM cards WHERE box_id = ?", box));
    }
    return known.last(box);
  }

  /** The cards of a turn that are known, by id. */
  final Map<String, Card> cardsOf(String turn) {
    Map<String, Card> all = new HashMap<>();
    cards.all(card -> turn.equals(card.turn())).forEach(card -> all.put(card.id(), card));
    return all;
  }

  public boolean add(Card card) {
    open();
    if (isCareful()) {
      cards(card.box(), card.seq(), card.seq());
    }
    assume(!known.endsBefore(card.box(), card.seq()));
    boolean free =
        cards.first(each -> each.box().equals(card.box()) && each.seq() == card.seq()) == null;
    return free && add(cards, card.id(), card);
  }

  public @Nullable Deliverable deliverable(String turn) {
    return row(deliverables, turn, "");
  }

  public boolean add(Deliverable deliverable) {
    open();
    String card = deliverable.card();
    if (isCareful()) {
      list(deliverables, card, each -> true, "WHERE card_id = ?", card);
    }
    assume(!deliverables.lists(card));
    boolean free = deliverables.first(each -> each.card().equals(card)) == null;
    return free && add(deliverables, deliverable.turn(), deliverable);
  }

  public boolean add(Event event) {
    open();
    String turn = event.type().equals("task") ? event.turn() : null;
    if (turn != null && (isEnded(turn) || (isCareful() && wasEnded(turn)))) {
      return false;
    }
    long last = follows(event) ? event.seq() - 1 : lastEvent();
    if (event.seq() != last + 1) {
      if (turn != null && wasEnded(turn)) {
        return false; // which comes first
      }
      throw new IllegalArgumentException(
          "event " + event.seq() + " of " + agent + " cannot follow event " + last);
    }
    assume(true);
    events.add(event);
    return true;
  }

  /** Whether a turn has its task event by this transaction. */
  private boolean isEnded(String turn) {
    for (Event event : events) {
      if (event.type().equals("task") && turn.equals(event.turn())) {
        return true;
      }
    }
    return false;
  }

  /** Whether it has one in the database. */
  private boolean wasEnded(String turn) {
    String sql = "SELECT COUNT(*) FROM agent_outbox WHERE agent_turn_id = ? AND type = 'task'";
    return number(sql, turn) > 0;
  }

  /** The database has this event, and as the last if the head is right. */
  void foundEvent(@Nullable Left last) {
    foreseen = last;
  }

  /** Whether it is the one after what the head says; then only its place must be free. */
  private boolean follows(Event event) {
    Left last = foreseen;
    if (isCareful() || !events.isEmpty() || last == null || last.seq() + 1 != event.seq()) {
      return false;
    }
    lastEvent = last;
    return true;
  }

  public long lastEvent() {
    open();
    return events.isEmpty() ? left().seq() : events.get(events.size() - 1).seq();
  }

  /** The last event after it is written; null = there is none, or it is not known. */
  final @Nullable Left lastLeft() {
    return !events.isEmpty() ? written : lastEvent == null ? foreseen : lastEvent;
  }

  @Override
  boolean isChanged() {
    return !events.isEmpty() || super.isChanged();
  }

  private Left left() {
    Left last = lastEvent;
    if (last == null) {
      List<Left> found =
          doing(
              () ->
                  session.query(
                      LAST_EVENT, row -> new Left(row.getLong(1), row.getLong(2)), agent));
      last = found.isEmpty() ? new Left(0, 0) : found.get(0);
      lastEvent = last;
    }
    return last;
  }

  public void arm(Timer timer) {
    change(timer.name(), timer);
  }

  public void disarm(String name) {
    change(name, null);
  }

  private void change(String name, @Nullable Timer timer) {
    open();
    if (!timers.knows(name)) {
      timers.found(name, first(CardTables.TIMERS, RowMapping.TIMERS.byKey(), name, agent));
    }
    timers.put(name, timer);
  }

  public List<Timer> timers() {
    return list(timers, agent, timer -> true, "WHERE agent_id = ?", agent).stream()
        .sorted(Comparator.comparing(Timer::dueAt).thenComparing(Timer::name))
        .toList();
  }

  /** They leave in the order of their numbers, whatever the clocks of machines say. */
  @Override
  void writeEvents(StatementBatches<TurnWrite<?>> batches, TurnWrite<?> of) {
    long place = lastEvent == null ? 0 : lastEvent.place();
    for (Event event : events) {
      place = Math.max(place + 1, InboxRow.nextId());
      @Nullable Object[] beside = SideColumns.LEAVING.values(event.id(), place, null, null, 0);
      batches.add(EVENT, true, of, RecordTable.and(CardTables.EVENTS.values(event), beside));
      written = new Left(event.seq(), place);
    }
  }
}
