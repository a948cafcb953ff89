package dev.statute.turns;

import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Box;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Deliverable;
import dev.statute.turns.TurnRecords.EdgeRow;
import dev.statute.turns.TurnRecords.Event;
import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Timer;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.CallStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.TurnStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands everything on; a test overrides what it wants to break. */
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
  public @Nullable Head head() {
    return next.head();
  }

  @Override
  public boolean create(Head head) {
    return next.create(head);
  }

  @Override
  public boolean put(Head head, long turnEpoch, long rev) {
    return next.put(head, turnEpoch, rev);
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

  @Override
  public boolean change(Message message, InboxStatus expected) {
    return next.change(message, expected);
  }

  @Override
  public @Nullable Turn turn(String id) {
    return next.turn(id);
  }

  @Override
  public @Nullable Turn turnOf(long message) {
    return next.turnOf(message);
  }

  @Override
  public void add(Turn turn) {
    next.add(turn);
  }

  @Override
  public boolean change(Turn turn, TurnStatus expected) {
    return next.change(turn, expected);
  }

  @Override
  public @Nullable Awaited awaited(String call) {
    return next.awaited(call);
  }

  @Override
  public List<Awaited> calls(String turn) {
    return next.calls(turn);
  }

  @Override
  public boolean add(Awaited call) {
    return next.add(call);
  }

  @Override
  public boolean change(Awaited call, CallStatus expected) {
    return next.change(call, expected);
  }

  @Override
  public void add(EdgeRow edge) {
    next.add(edge);
  }

  @Override
  public List<EdgeRow> edges(long message) {
    return next.edges(message);
  }

  @Override
  public @Nullable Box box(String id) {
    return next.box(id);
  }

  @Override
  public boolean add(Box box) {
    return next.add(box);
  }

  @Override
  public boolean hand(String box, @Nullable String writer, @Nullable String expected) {
    return next.hand(box, writer, expected);
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

  @Override
  public boolean add(Card card) {
    return next.add(card);
  }

  @Override
  public @Nullable Deliverable deliverable(String turn) {
    return next.deliverable(turn);
  }

  @Override
  public boolean add(Deliverable deliverable) {
    return next.add(deliverable);
  }

  @Override
  public boolean add(Event event) {
    return next.add(event);
  }

  @Override
  public long lastEvent() {
    return next.lastEvent();
  }

  @Override
  public void arm(Timer timer) {
    next.arm(timer);
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
