package dev.statute.turns.store.internal;

import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Transaction in memory: the head, the inbox, turns and their calls. */
public final class MemoryTransaction extends MemoryCards {
  public MemoryTransaction(String name, MemoryTables tables) {
    super(name, tables);
  }

  @Override
  public @Nullable Head head() {
    open();
    return agent.head;
  }

  @Override
  public boolean create(Head head) {
    if (head() != null) {
      return false;
    }
    replace(head);
    return true;
  }

  @Override
  public boolean update(Head head, long turnEpoch, long rev) {
    Head before = head();
    if (before == null || before.turnEpoch() != turnEpoch || before.rev() != rev) {
      return false;
    }
    replace(head);
    return true;
  }

  private void replace(Head head) {
    Head before = agent.head;
    agent.head = head;
    undo(() -> agent.head = before);
  }

  @Override
  public Message add(Message message) {
    open();
    Message before = agent.byKey.get(message.dedupKey());
    if (before != null) {
      return before;
    }
    if (tables.messages.containsKey(message.id())) {
      throw new IllegalArgumentException("there is an inbox row " + message.id());
    }
    tables.index(agent, message, null);
    undo(() -> tables.remove(agent, message));
    return message;
  }

  @Override
  public @Nullable Message message(long id) {
    open();
    Message message = tables.messages.get(id);
    return message == null || !message.agent().equals(name) ? null : message;
  }

  @Override
  public @Nullable Message message(String dedupKey) {
    open();
    return agent.byKey.get(dedupKey);
  }

  @Override
  public @Nullable Message firstQueued() {
    open();
    return agent.queued.isEmpty() ? null : agent.queued.firstEntry().getValue();
  }

  @Override
  public List<Message> messages(String turn) {
    open();
    TreeMap<Long, Message> rows = agent.byTurn.get(turn);
    return rows == null ? List.of() : List.copyOf(rows.values());
  }

  @Override
  public boolean update(Message message, InboxStatus expected) {
    Message before = message(message.id());
    if (before == null || before.status() != expected) {
      return false;
    }
    tables.index(agent, message, before);
    undo(() -> tables.index(agent, before, message));
    return true;
  }

  @Override
  public @Nullable Turn turn(String id) {
    open();
    return tables.turns.get(id);
  }

  @Override
  public @Nullable Turn turnOf(long message) {
    open();
    String id = tables.turnOf.get(message);
    return id == null ? null : tables.turns.get(id);
  }

  @Override
  public void add(Turn turn) {
    open();
    if (tables.turns.containsKey(turn.id()) || tables.turnOf.containsKey(turn.message())) {
      throw new IllegalArgumentException(
          "there is a turn " + turn.id() + " or one of inbox row " + turn.message());
    }
    write(tables.turns, turn.id(), turn);
    write(tables.turnOf, turn.message(), turn.id());
  }

  @Override
  public boolean update(Turn turn, TurnStatus expected) {
    Turn before = turn(turn.id());
    if (before == null || before.status() != expected) {
      return false;
    }
    write(tables.turns, turn.id(), turn);
    return true;
  }

  @Override
  public @Nullable AwaitedCall awaited(String call) {
    open();
    return tables.awaited.get(call);
  }

  @Override
  public List<AwaitedCall> calls(String turn) {
    open();
    return tables.callsOf.getOrDefault(turn, List.of()).stream()
        .map(id -> Objects.requireNonNull(tables.awaited.get(id)))
        .toList();
  }

  @Override
  public boolean add(AwaitedCall call) {
    if (awaited(call.id()) != null) {
      return false;
    }
    write(tables.awaited, call.id(), call);
    List<String> calls = tables.callsOf.computeIfAbsent(call.turn(), turn -> new ArrayList<>());
    calls.add(call.id());
    undo(() -> calls.remove(calls.size() - 1));
    return true;
  }

  @Override
  public boolean update(AwaitedCall call, CallStatus expected) {
    AwaitedCall before = awaited(call.id());
    if (before == null || before.status() != expected) {
      return false;
    }
    write(tables.awaited, call.id(), call);
    return true;
  }
}
