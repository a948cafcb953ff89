package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.SideColumns;
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
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnTransaction;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Transaction of an agent, within a shared transaction of the database. */
final class JdbcTransaction extends CardTransaction implements TurnTransaction {
  private static final String QUEUED =
      "WHERE agent_id = ? AND status = 'queued' AND inbox_id > ? ORDER BY inbox_id LIMIT 1";

  private final Map<String, Integer> callPositions = new HashMap<>();

  /** Number of transactions that changed the agent, including this one at its end. */
  private long changes;

  final RowBuffer<String, Head> heads =
      new RowBuffer<>(RowMapping.HEADS, head -> SideColumns.CHANGES.values(head.agent(), changes));
  final RowBuffer<Long, Message> messages = new RowBuffer<>(RowMapping.MESSAGES);
  final RowBuffer<String, Turn> turns = new RowBuffer<>(RowMapping.TURNS);
  final RowBuffer<String, AwaitedCall> calls =
      new RowBuffer<>(
          RowMapping.CALLS,
          call -> SideColumns.POSITION.values(call.id(), callPositions.get(call.id())));

  private final Map<Class<?>, RowBuffer<String, ? extends TurnRow>> byId =
      Map.of(
          Turn.class, turns,
          AwaitedCall.class, calls,
          Card.class, cards,
          Deliverable.class, deliverables);
  private final Set<String> freeKeys = new HashSet<>();
  private boolean unchanged;
  private long queuedUpTo = Long.MIN_VALUE;
  private boolean allQueuedKnown;

  /**
   * Creates a transaction.
   *
   * @param locking locking clause of queries
   */
  JdbcTransaction(JdbcSession session, ReadMode basis, String locking, String agent) {
    super(session, basis, locking, agent);
    buffers(List.of(heads, messages, turns, calls));
  }

  /** Creates a transaction that reads only the cache. */
  static JdbcTransaction fromCache(
      JdbcSession session, String agent, CachedAgentRows rows, long changes) {
    JdbcTransaction tx = new JdbcTransaction(session, ReadMode.CACHE, "", agent);
    tx.loadHead(new StoredHead(rows.head(), changes));
    tx.unchanged = true;
    tx.boxCache.assumeCached();
    rows.preload(tx);
    return tx;
  }

  /** Loads the head of the database, null for none. */
  void loadHead(@Nullable StoredHead found) {
    if (!heads.isLoaded(agent)) {
      changes = found == null ? 0 : found.changes();
      heads.load(agent, found == null ? null : found.head());
    }
  }

  @Override
  public @Nullable Head head() {
    requireOpen();
    if (!heads.isLoaded(agent)) {
      String query = TurnTables.HEADS.select(RowMapping.HEADS.byKey() + lockClause);
      loadHead(
          run(() -> Optional.ofNullable(session.first(query, StoredHead::of, agent))).orElse(null));
    }
    return heads.row(agent);
  }

  /**
   * Preloads the cached rows if the agent is unchanged.
   *
   * @return its rows if it is unchanged and they are known; else null
   */
  @Nullable CachedAgentRows preloadIfUnchanged(AgentCache.@Nullable CachedAgent before) {
    unchanged =
        before != null
            && before.changes() == changes
            && before.lead().equals(AgentCache.HeadLinks.of(heads.row(agent)));
    CachedAgentRows rows = before == null ? null : before.rows();
    if (!unchanged || rows == null) {
      return null;
    }
    rows.preload(this);
    return rows;
  }

  /** Raises the change counter in the head, if there are changes; ends the work. */
  void close() {
    if (isChanged() && head() != null) {
      changes++;
      heads.markChanged();
    }
  }

  /** Returns the cache entry after the write; null = there is no head. */
  AgentCache.@Nullable CachedAgent cacheEntry() {
    Head head = heads.row(agent);
    AgentCache.HeadLinks lead = AgentCache.HeadLinks.of(head);
    if (head == null || lead == null) {
      return null;
    }
    return new AgentCache.CachedAgent(
        lead, changes, unchanged ? CachedAgentRows.of(this, head, lead) : null);
  }

  @Override
  public boolean create(Head head) {
    if (head() != null) {
      return false;
    }
    heads.put(agent, head);
    return true;
  }

  @Override
  public boolean update(Head head, long turnEpoch, long rev) {
    Head before = head();
    if (before == null || before.turnEpoch() != turnEpoch || before.rev() != rev) {
      return false;
    }
    heads.put(agent, head);
    return true;
  }

  /** Loads a dedup key with its message, null for none. */
  void loadKey(String key, @Nullable Message row) {
    if (row == null) {
      freeKeys.add(key);
    } else {
      messages.load(row.id(), row);
    }
  }

  /** Tests for a known or added row with this key. */
  boolean hasKey(String key) {
    return knownMessage(key) != null;
  }

  /** Marks the id of a turn as new, without rows. */
  void assumeNew(String turn) {
    turns.load(turn, null);
    messages.loadList(turn, List.of());
    calls.loadList(turn, List.of());
  }

  /** Loads the first queued row, null for none. */
  void loadQueued(@Nullable Message row) {
    if (row == null) {
      allQueuedKnown = true;
    } else {
      messages.load(row.id(), row);
      queuedUpTo = row.id();
    }
  }

  private @Nullable Message knownMessage(String key) {
    return messages.findFirst(row -> row.dedupKey().equals(key) && row.agent().equals(agent));
  }

  private @Nullable Message findByKey(String dedupKey) {
    requireOpen();
    Message known = knownMessage(dedupKey);
    if (known == null && !freeKeys.contains(dedupKey)) {
      loadKey(
          dedupKey,
          first(TurnTables.MESSAGES, "WHERE agent_id = ? AND dedup_key = ?", agent, dedupKey));
      return knownMessage(dedupKey);
    }
    return known;
  }

  @Override
  public @Nullable Message firstQueued() {
    requireOpen();
    while (true) {
      Message first = firstKnownQueued();
      if (isFirstQueued(first)) {
        return first;
      }
      loadQueued(first(TurnTables.MESSAGES, QUEUED, agent, queuedUpTo));
    }
  }

  /** Returns the first queued row among the known ones. */
  @Nullable Message firstKnownQueued() {
    return messages
        .findAll(row -> row.status() == InboxStatus.QUEUED && row.agent().equals(agent))
        .stream()
        .min(Comparator.comparingLong(Message::id))
        .orElse(null);
  }

  /** Tests for a row without any earlier queued one. */
  boolean isFirstQueued(@Nullable Message queued) {
    return allQueuedKnown || (queued != null && queued.id() <= queuedUpTo);
  }

  @Override
  public <T extends TurnRow> @Nullable T find(Class<T> table, Object key) {
    TurnRow row;
    if (table == Message.class) {
      row = key instanceof String dedup ? findByKey(dedup) : row(messages, (Long) key, "");
    } else if (table == Box.class) {
      row = box((String) key);
    } else {
      RowBuffer<String, ? extends TurnRow> buffer = byId.get(table);
      if (buffer == null) {
        throw new IllegalArgumentException("no key of " + table);
      }
      row = row(buffer, (String) key, "");
    }
    return row instanceof Message message && !message.agent().equals(agent)
        ? null
        : table.cast(row);
  }

  @Override
  public <T extends TurnRow> List<T> list(Class<T> table, Object owner) {
    List<? extends TurnRow> rows;
    if (table == Message.class) {
      rows = messagesOf((String) owner);
    } else if (table == Turn.class) {
      rows = turnsOf((Long) owner);
    } else if (table == AwaitedCall.class) {
      rows = callsOf((String) owner);
    } else if (table == ExecutionEdge.class) {
      rows = edgesOf((Long) owner);
    } else if (table == Timer.class) {
      rows = agentTimers();
    } else {
      throw new IllegalArgumentException("no list of " + table);
    }
    return rows.stream().map(table::cast).toList();
  }

  @Override
  public boolean add(TurnRow row) {
    requireOpen();
    if (row instanceof Message message) {
      return addMessage(message);
    } else if (row instanceof Turn turn) {
      return addTurn(turn);
    } else if (row instanceof AwaitedCall call) {
      return addCall(call);
    } else if (row instanceof ExecutionEdge edge) {
      return addEdge(edge);
    } else if (row instanceof Box box) {
      return add(boxes, box.id(), box);
    } else if (row instanceof Card card) {
      return addCard(card);
    } else if (row instanceof Deliverable deliverable) {
      return addDeliverable(deliverable);
    } else if (row instanceof Event event) {
      return addEvent(event);
    }
    Timer timer = (Timer) row;
    putTimer(timer.name(), timer);
    return true;
  }

  @Override
  public boolean update(TurnRow row, @Nullable Object expected) {
    if (row instanceof Message message) {
      return replace(messages, message.id(), message, Message::status, expected);
    } else if (row instanceof Turn turn) {
      return replace(turns, turn.id(), turn, Turn::status, expected);
    } else if (row instanceof AwaitedCall call) {
      return replace(calls, call.id(), call, AwaitedCall::status, expected);
    } else if (row instanceof Box box) {
      return replace(boxes, box.id(), box, Box::writer, expected);
    }
    throw new IllegalArgumentException("never updated: " + row);
  }

  private <K, T extends TurnRow> boolean replace(
      RowBuffer<K, T> buffer,
      K key,
      T row,
      Function<T, @Nullable Object> state,
      @Nullable Object expected) {
    // through find: of messages those of the agent only, of boxes under a lock
    if (find(row.getClass(), key) == null) {
      return false;
    }
    T before = buffer.row(key);
    if (before == null || !Objects.equals(state.apply(before), expected)) {
      return false;
    }
    buffer.put(key, row);
    return true;
  }

  private boolean addMessage(Message message) {
    String key = message.dedupKey();
    boolean looked = isStrict() || freeKeys.contains(key);
    if ((looked ? findByKey(key) : knownMessage(key)) != null) {
      return false;
    }
    if (messages.row(message.id()) != null) {
      throw new IllegalArgumentException("there is an inbox row " + message.id());
    }
    assume(!looked);
    messages.put(message.id(), message);
    return true;
  }

  private List<Message> messagesOf(String turn) {
    return list(
            messages,
            turn,
            row -> turn.equals(row.turn()) && row.agent().equals(agent),
            // by the indexed column alone: another condition could exclude a damaged row
            "WHERE agent_turn_id = ?",
            turn)
        .stream()
        .sorted(Comparator.comparingLong(Message::id))
        .toList();
  }

  private List<Turn> turnsOf(long message) {
    Turn known = turns.findFirst(turn -> turn.message() == message);
    return known != null
        ? List.of(known)
        : list(turns, message, turn -> turn.message() == message, "WHERE inbox_id = ?", message);
  }

  private boolean addTurn(Turn turn) {
    boolean free =
        isStrict()
            ? turnsOf(turn.message()).isEmpty()
            : turns.findFirst(each -> each.message() == turn.message()) == null;
    assume(!turns.isListLoaded(turn.message()));
    if (!free || !add(turns, turn.id(), turn)) {
      throw new IllegalArgumentException(
          "there is a turn " + turn.id() + " or one of inbox row " + turn.message());
    }
    return true;
  }

  private List<AwaitedCall> callsOf(String turn) {
    return list(
        calls,
        turn,
        call -> call.turn().equals(turn),
        "WHERE agent_turn_id = ? ORDER BY n, tool_call_id",
        turn);
  }

  private boolean addCall(AwaitedCall call) {
    int before = callsOf(call.turn()).size();
    boolean added = add(calls, call.id(), call);
    if (added) {
      callPositions.put(call.id(), before);
    }
    return added;
  }
}
