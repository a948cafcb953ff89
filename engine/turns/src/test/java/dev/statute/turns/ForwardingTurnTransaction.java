package dev.statute.turns;

import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnRow;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnTransaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forwarding transaction; tests override methods to inject faults. */
class ForwardingTurnTransaction implements TurnTransaction {
  private final TurnTransaction next;

  ForwardingTurnTransaction(TurnTransaction next) {
    this.next = next;
  }

  @Override
  public String agent() {
    return next.agent();
  }

  @Override
  public void abandon() {
    next.abandon();
  }

  @Override
  public <T extends TurnRow> @Nullable T find(Class<T> table, Object key) {
    return next.find(table, key);
  }

  @Override
  public <T extends TurnRow> List<T> list(Class<T> table, Object owner) {
    return next.list(table, owner);
  }

  @Override
  public boolean add(TurnRow row) {
    if (row instanceof Turn turn) {
      return add(turn);
    } else if (row instanceof AwaitedCall call) {
      return add(call);
    } else if (row instanceof ExecutionEdge edge) {
      return add(edge);
    } else if (row instanceof Box box) {
      return add(box);
    } else if (row instanceof Card card) {
      return add(card);
    } else if (row instanceof Deliverable deliverable) {
      return add(deliverable);
    } else if (row instanceof Event event) {
      return add(event);
    }
    return next.add(row);
  }

  @Override
  public boolean update(TurnRow row, @Nullable Object expected) {
    if (row instanceof Message message) {
      return update(message, (InboxStatus) expected);
    } else if (row instanceof Turn turn) {
      return update(turn, (TurnStatus) expected);
    } else if (row instanceof AwaitedCall call) {
      return update(call, (CallStatus) expected);
    }
    return next.update(row, expected);
  }

  @Override
  public @Nullable Head head() {
    return next.head();
  }

  @Override
  public boolean create(Head head) {
    return next.create(head);
  }

  @Override
  public boolean update(Head head, long turnEpoch, long rev) {
    return next.update(head, turnEpoch, rev);
  }

  @Override
  public Message add(Message message) {
    return next.add(message);
  }

  @Override
  public @Nullable Message message(long id) {
    return next.message(id);
  }

  @Override
  public @Nullable Message message(String dedupKey) {
    return next.message(dedupKey);
  }

  @Override
  public @Nullable Message firstQueued() {
    return next.firstQueued();
  }

  @Override
  public List<Message> messages(String turn) {
    return next.messages(turn);
  }

  public boolean update(Message message, InboxStatus expected) {
    return next.update(message, expected);
  }

  @Override
  public @Nullable Turn turn(String id) {
    return next.turn(id);
  }

  @Override
  public @Nullable Turn turnOf(long message) {
    return next.turnOf(message);
  }

  public boolean add(Turn turn) {
    return next.add(turn);
  }

  public boolean update(Turn turn, TurnStatus expected) {
    return next.update(turn, expected);
  }

  @Override
  public @Nullable AwaitedCall awaited(String call) {
    return next.awaited(call);
  }

  @Override
  public List<AwaitedCall> calls(String turn) {
    return next.calls(turn);
  }

  public boolean add(AwaitedCall call) {
    return next.add(call);
  }

  public boolean update(AwaitedCall call, CallStatus expected) {
    return next.update(call, expected);
  }

  public boolean add(ExecutionEdge edge) {
    return next.add(edge);
  }

  @Override
  public List<ExecutionEdge> edges(long message) {
    return next.edges(message);
  }

  @Override
  public @Nullable Box box(String id) {
    return next.box(id);
  }

  public boolean add(Box box) {
    return next.add(box);
  }

  @Override
  public boolean setWriter(String box, @Nullable String writer, @Nullable String expected) {
    return next.setWriter(box, writer, expected);
  }

  @Override
  public @Nullable Card card(String id) {
    return next.card(id);
  }

  @Override
  public List<Card> cards(String box, long from, long to) {
    return next.cards(box, from, to);
  }

  @Override
  public long lastCard(String box) {
    return next.lastCard(box);
  }

  public boolean add(Card card) {
    return next.add(card);
  }

  @Override
  public @Nullable Deliverable deliverable(String turn) {
    return next.deliverable(turn);
  }

  public boolean add(Deliverable deliverable) {
    return next.add(deliverable);
  }

  public boolean add(Event event) {
    return next.add(event);
  }

  @Override
  public long lastEvent() {
    return next.lastEvent();
  }

  @Override
  public void disarm(String name) {
    next.disarm(name);
  }

  @Override
  public List<Timer> timers() {
    return next.timers();
  }
}
