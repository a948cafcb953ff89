package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.InListBinding;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.turn.AgentCache.CachedAgent;
import dev.statute.jdbc.internal.turn.AgentCache.HeadLinks;
import dev.statute.jdbc.internal.write.TurnWrite;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStore.ReadHints;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Prefetch for many transactions at once: the heads, which are locked first; then the active turn
 * with its messages and calls, the first waiting request and the last event, unless they are
 * cached; the written box, and rows named by read hints.
 *
 * <p>If the database supports batches of queries, one message reads everything by the cached
 * references of the head: queries after the head see the state after its lock. Only agents changed
 * by other processes need further queries.
 */
final class RowPrefetch {
  private static final String FIRST_QUEUED =
      "WHERE inbox_id IN (SELECT (SELECT MIN(m.inbox_id) FROM agent_inbox m"
          + " WHERE m.agent_id = x.column1 AND m.status = 'queued') FROM $ x)";

  /** Boxes, then their names whether they exist or not, and the number of the last card. */
  private static final String BOXES =
      "SELECT b.*, x.column1, (SELECT MAX(c.seq) FROM cards c WHERE c.box_id = x.column1)"
          + " FROM $ x LEFT JOIN ("
          + CardTables.BOXES.select("")
          + ") b ON b.box_id = x.column1";

  private static final String LAST_EVENTS =
      "SELECT o.agent_id, o.event_seq, o.out_id FROM $ x JOIN agent_outbox o"
          + " ON o.agent_id = x.column1 AND o.event_seq = x.column2";

  private final JdbcSession session;
  private final boolean alone;
  private final RequestedKeys<String> queues = new RequestedKeys<>();
  private final RequestedKeys<String> turns = new RequestedKeys<>();
  private final RequestedKeys<String> boxes = new RequestedKeys<>();
  private final RequestedKeys<String> read = new RequestedKeys<>();
  private final RequestedKeys<String> calls = new RequestedKeys<>();
  private final RequestedKeys<String> cards = new RequestedKeys<>();
  private final RequestedKeys<List<Object>> keys = new RequestedKeys<>();
  private final RequestedKeys<List<Object>> events = new RequestedKeys<>();
  private final List<JdbcSession.SqlQuery<?>> queries = new ArrayList<>();

  private RowPrefetch(JdbcSession session, boolean alone) {
    this.session = session;
    this.alone = alone;
  }

  /**
   * Prefetches for transactions that are not strict.
   *
   * @param locking clause that locks rows not locked by others; empty = unsupported
   * @return agents with a row locked by others; nothing valid was read for them
   */
  static Set<String> read(
      JdbcSession session,
      String locking,
      AgentCache remembered,
      List<TurnWrite<?>> writes,
      List<JdbcTransaction> all)
      throws SQLException {
    RequestedKeys<String> heads = new RequestedKeys<>();
    for (JdbcTransaction tx : all) {
      if (!tx.isStrict()) {
        heads.add(tx.agent, tx);
      }
    }
    if (heads.isEmpty()) {
      return Set.of();
    }
    boolean alone = heads.keys().size() == 1;
    RowPrefetch guessed = new RowPrefetch(session, alone);
    Set<String> asked = new HashSet<>();
    for (int i = 0; i < all.size() && session.supportsArrays(); i++) {
      JdbcTransaction tx = all.get(i);
      CachedAgent known = tx.isStrict() ? null : remembered.get(tx.agent);
      if (known != null) {
        guessed.request(tx, writes.get(i).readHints, known.lead(), known.rows());
        asked.add(tx.agent);
      }
    }
    Set<String> locked = guessed.heads(heads, locking);
    RowPrefetch seen = new RowPrefetch(session, alone);
    for (int i = 0; i < all.size(); i++) {
      JdbcTransaction tx = all.get(i);
      if (!tx.isStrict() && !locked.contains(tx.agent)) {
        CachedAgent before = remembered.get(tx.agent);
        CachedAgentRows rows = tx.preloadIfUnchanged(before);
        HeadLinks lead = HeadLinks.of(tx.heads.row(tx.agent));
        boolean right =
            rows != null || (before != null && before.rows() == null && before.lead().equals(lead));
        if (!right || !asked.contains(tx.agent)) {
          seen.request(tx, writes.get(i).readHints, lead, rows);
        }
      }
    }
    seen.addQueries();
    session.queries(seen.queries);
    return locked;
  }

  /** Reads heads, and all requested rows with them. */
  private Set<String> heads(RequestedKeys<String> heads, String locking) throws SQLException {
    InListBinding lists = InListBinding.of(session, alone, heads.keys());
    // in one order everywhere, so that groups do not deadlock
    String query = "WHERE " + lists.inCondition("agent_id") + " ORDER BY agent_id" + locking;
    Map<String, StoredHead> rows = new HashMap<>();
    addQuery(
        TurnTables.HEADS.select(query),
        lists,
        StoredHead::of,
        found -> found.forEach(row -> rows.put(row.head().agent(), row)));
    addQueries();
    session.queries(queries);
    heads.forEach((agent, tx) -> tx.loadHead(rows.get(agent)));
    boolean all = locking.isEmpty() || rows.size() == heads.keys().size();
    return all ? Set.of() : locked(heads, rows.keySet());
  }

  /** Returns the agents with an existing head that was skipped as locked. */
  private Set<String> locked(RequestedKeys<String> heads, Set<String> found) throws SQLException {
    List<String> missing = new ArrayList<>(heads.keys());
    missing.removeAll(found);
    InListBinding lists = InListBinding.of(session, alone, missing);
    return Set.copyOf(
        session.query(
            "SELECT agent_id FROM agent_state_head WHERE " + lists.inCondition("agent_id"),
            row -> row.getString(1),
            lists.values()));
  }

  /**
   * Requests the rows of a transaction.
   *
   * @param known rows that need not be read
   */
  private void request(
      JdbcTransaction tx,
      ReadHints hints,
      @Nullable HeadLinks lead,
      @Nullable CachedAgentRows known) {
    if (known == null) {
      queues.add(tx.agent, tx);
      requestRows(tx, lead);
    }
    String box = lead == null ? null : lead.box();
    if (box != null) {
      boxes.add(box, tx);
      if (hints.output()) {
        read.add(box, tx);
      }
    }
    hints.newTurns().forEach(tx::assumeNew);
    hints.boxes().forEach(id -> boxes.add(id, tx));
    hints.calls().stream()
        .filter(id -> known == null || !known.hasCall(id))
        .forEach(id -> calls.add(id, tx));
    hints.cards().forEach(id -> cards.add(id, tx));
    hints.keys().forEach(key -> keys.add(List.of(tx.agent, key), tx));
  }

  private void requestRows(JdbcTransaction tx, @Nullable HeadLinks lead) {
    String turn = lead == null ? null : lead.turn();
    if (turn != null) {
      turns.add(turn, tx);
    }
    if (lead != null && lead.events() > 0) {
      events.add(List.of(tx.agent, lead.events()), tx);
    }
  }

  private void addQueries() {
    addRowQuery(TurnTables.TURNS, "agent_turn_id", turns, Turn::id, tx -> tx.turns);
    addListQuery(TurnTables.MESSAGES, "agent_turn_id", turns, tx -> tx.messages, Message::turn, "");
    addListQuery(
        TurnTables.CALLS, "agent_turn_id", turns, tx -> tx.calls, AwaitedCall::turn, ", n");
    addListQuery(CardTables.CARDS, "box_id", read, tx -> tx.cards, Card::box, ", seq");
    boxes();
    addRowQuery(TurnTables.CALLS, "tool_call_id", calls, AwaitedCall::id, tx -> tx.calls);
    addRowQuery(CardTables.CARDS, "card_id", cards, Card::id, tx -> tx.cards);
    addQueuedQuery();
    keys();
    addLastEventQuery();
  }

  private <T> void addRowQuery(
      RecordTable<T> table,
      String column,
      RequestedKeys<String> wanted,
      Function<T, String> key,
      Function<JdbcTransaction, RowBuffer<String, T>> buffer) {
    if (!wanted.isEmpty()) {
      InListBinding lists = InListBinding.of(session, alone, wanted.keys());
      addQuery(
          table.select("WHERE " + lists.inCondition(column)),
          lists,
          table::readVerified,
          rows -> {
            Map<String, T> found = new HashMap<>();
            rows.forEach(row -> found.put(key.apply(row), row));
            // each requester gets its row, or its absence
            wanted.forEach((id, tx) -> buffer.apply(tx).load(id, found.get(id)));
          });
    }
  }

  private <T> void addListQuery(
      RecordTable<T> table,
      String column,
      RequestedKeys<String> wanted,
      Function<JdbcTransaction, RowBuffer<?, T>> buffer,
      Function<T, @Nullable String> list,
      String order) {
    if (!wanted.isEmpty()) {
      InListBinding lists = InListBinding.of(session, alone, wanted.keys());
      addQuery(
          table.select("WHERE " + lists.inCondition(column) + " ORDER BY " + column + order),
          lists,
          table::readVerified,
          rows -> {
            Map<String, List<T>> by = new HashMap<>();
            for (T row : rows) {
              String of = list.apply(row);
              if (of != null) {
                by.computeIfAbsent(of, k -> new ArrayList<>()).add(row);
              }
            }
            wanted.forEach(
                (id, tx) -> buffer.apply(tx).loadList(id, by.getOrDefault(id, List.of())));
          });
    }
  }

  private void addQueuedQuery() {
    if (queues.isEmpty()) {
      return;
    }
    InListBinding lists = InListBinding.of(session, alone, queues.keys());
    addQuery(
        TurnTables.MESSAGES.select(FIRST_QUEUED.replace("$", lists.table())),
        lists,
        TurnTables.MESSAGES::readVerified,
        rows -> {
          Map<String, Message> first = new HashMap<>();
          rows.forEach(row -> first.put(row.agent(), row));
          queues.forEach((agent, tx) -> tx.loadQueued(first.get(agent)));
        });
  }

  private void keys() {
    if (!keys.isEmpty()) {
      InListBinding lists = new InListBinding(session, alone, List.of(false, false), keys.keys());
      addQuery(
          TurnTables.MESSAGES.select(
              "WHERE (agent_id, dedup_key) IN (SELECT * FROM " + lists.table() + " x)"),
          lists,
          TurnTables.MESSAGES::readVerified,
          rows -> {
            Map<List<Object>, Message> found = new HashMap<>();
            rows.forEach(row -> found.put(List.of(row.agent(), row.dedupKey()), row));
            keys.forEach((key, tx) -> tx.loadKey(String.valueOf(key.get(1)), found.get(key)));
          });
    }
  }

  private void boxes() {
    if (!boxes.isEmpty()) {
      InListBinding lists = InListBinding.of(session, alone, boxes.keys());
      Map<String, Box> found = new HashMap<>();
      Map<String, Long> last = new HashMap<>();
      addQuery(
          BOXES.replace("$", lists.table()),
          lists,
          row -> {
            String id = row.getString(CardTables.BOXES.sideColumn(0));
            if (row.getString(1) != null) {
              found.put(id, CardTables.BOXES.readVerified(row));
            }
            return last.put(id, row.getLong(CardTables.BOXES.sideColumn(1)));
          },
          rows ->
              boxes.forEach(
                  (box, tx) -> {
                    tx.boxes.load(box, found.get(box));
                    tx.boxCache.lastCard(box, last.getOrDefault(box, 0L));
                  }));
    }
  }

  /**
   * Requests the event with the number in the head; without a head, the transaction reads it
   * itself.
   */
  private void addLastEventQuery() {
    if (!events.isEmpty()) {
      InListBinding lists = new InListBinding(session, alone, List.of(false, true), events.keys());
      Map<String, CardTransaction.OutboxPosition> last = new HashMap<>();
      addQuery(
          LAST_EVENTS.replace("$", lists.table()),
          lists,
          row ->
              last.put(
                  row.getString(1),
                  new CardTransaction.OutboxPosition(row.getLong(2), row.getLong(3))),
          rows -> events.forEach((event, tx) -> tx.loadLastEvent(last.get(tx.agent))));
    }
  }

  private <T> void addQuery(
      String sql, InListBinding lists, JdbcSession.RowReader<T> row, Consumer<List<T>> then) {
    queries.add(
        new JdbcSession.SqlQuery<>(new JdbcSession.SqlStatement(sql, lists.values()), row, then));
  }
}
