package dev.statute.jdbc;

import dev.statute.turns.Rows.Box;
import dev.statute.turns.Rows.Card;
import dev.statute.turns.Rows.Deliverable;
import dev.statute.turns.Rows.EdgeRow;
import dev.statute.turns.Rows.Event;
import dev.statute.turns.Rows.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The half of an agent's transaction that is about boxes, cards, edges, and what leaves. */
abstract class CardTransaction extends Looking {
  private static final String ONE_MORE = "CASE WHEN o.out_id < ? THEN ? ELSE o.out_id + 1 END";
  private static final String FIRST_EVENT = CardTables.EVENTS.inserting("out_id", "?");
  private static final String NEXT_EVENT =
      CardTables.EVENTS.insertingFrom(
          "out_id", ONE_MORE, "FROM agent_outbox o WHERE o.agent_id = ? AND o.event_seq = ?");

  private final Sheet<Keeping.EdgeKey, EdgeRow> edges = new Sheet<>(Keeping.EDGES);
  final Sheet<String, Box> boxes = new Sheet<>(Keeping.BOXES);
  final Sheet<String, Card> cards = new Sheet<>(Keeping.CARDS);
  private final Sheet<String, Deliverable> deliverables = new Sheet<>(Keeping.DELIVERABLES);
  private final Sheet<String, Timer> timers = new Sheet<>(Keeping.TIMERS);
  private final Map<String, Long> lastCards = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private @Nullable Long lastEvent;

  CardTransaction(Session session, String locking, String agent, boolean careful) {
    super(session, locking, agent, careful);
    sheets(List.of(edges, boxes, cards, deliverables, timers));
  }

  public void add(EdgeRow edge) {
    open();
    Keeping.EdgeKey key = Keeping.EdgeKey.of(edge);
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
    return row(boxes, id, careful ? locking : "");
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
    return list(
            cards,
            List.of(box, from, to),
            card -> card.box().equals(box) && card.seq() >= from && card.seq() <= to,
            "WHERE box_id = ? AND seq >= ? AND seq <= ?",
            box,
            from,
            to)
        .stream()
        .sorted(Comparator.comparingLong(Card::seq))
        .toList();
  }

  /** The database has so many cards in a box. */
  void foundLast(String box, long seq) {
    lastCards.putIfAbsent(box, seq);
  }

  public long lastCard(String box) {
    open();
    if (!lastCards.containsKey(box)) {
      foundLast(box, number("SELECT MAX(seq) FROM cards WHERE box_id = ?", box));
    }
    long last = lastCards.getOrDefault(box, 0L);
    for (Card card : cards.all(each -> each.box().equals(box))) {
      last = Math.max(last, card.seq());
    }
    return last;
  }

  public boolean add(Card card) {
    open();
    if (careful) {
      cards(card.box(), card.seq(), card.seq());
    }
    assume(!(lastCards.getOrDefault(card.box(), Long.MAX_VALUE) < card.seq()));
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
    if (careful) {
      list(deliverables, card, each -> true, "WHERE card_id = ?", card);
    }
    assume(!deliverables.lists(card));
    boolean free = deliverables.first(each -> each.card().equals(card)) == null;
    return free && add(deliverables, deliverable.turn(), deliverable);
  }

  public boolean add(Event event) {
    open();
    String turn = event.turn();
    if (event.type().equals("task") && turn != null && hasTaskEvent(turn)) {
      return false;
    }
    if (careful || lastEvent != null || !events.isEmpty()) {
      long last = lastEvent();
      if (event.seq() != last + 1) {
        throw new IllegalArgumentException(
            "event " + event.seq() + " of " + agent + " cannot follow event " + last);
      }
    }
    assume(true);
    events.add(event);
    return true;
  }

  private boolean hasTaskEvent(String turn) {
    for (Event event : events) {
      if (event.type().equals("task") && turn.equals(event.turn())) {
        return true;
      }
    }
    return careful
        && number(
                "SELECT COUNT(*) FROM agent_outbox WHERE agent_turn_id = ? AND type = 'task'", turn)
            > 0;
  }

  public long lastEvent() {
    open();
    if (!events.isEmpty()) {
      return events.get(events.size() - 1).seq();
    }
    if (lastEvent == null) {
      lastEvent = number("SELECT MAX(event_seq) FROM agent_outbox WHERE agent_id = ?", agent);
    }
    return lastEvent;
  }

  public void arm(Timer timer) {
    open();
    timers.put(timer.name(), timer);
  }

  public void disarm(String name) {
    open();
    if (!timers.knows(name)) {
      timers.found(name, first(CardTables.TIMERS, Keeping.TIMERS.byKey(), name, agent));
    }
    timers.put(name, null);
  }

  public List<Timer> timers() {
    return list(timers, agent, timer -> true, "WHERE agent_id = ?", agent).stream()
        .sorted(Comparator.comparing(Timer::dueAt).thenComparing(Timer::name))
        .toList();
  }

  /** Events come last; each finds the one before it, and leaves after it. */
  @Override
  void writeEvents(Batches<TurnWrite<?>> batches, TurnWrite<?> of) {
    for (Event event : events) {
      @Nullable Object[] values = CardTables.EVENTS.values(event);
      Long id = InboxRow.nextId();
      if (event.seq() == 1) {
        batches.add(FIRST_EVENT, true, of, Table.and(values, id));
      } else {
        batches.add(NEXT_EVENT, true, of, Table.and(values, id, id, agent, event.seq() - 1));
      }
    }
  }
}
