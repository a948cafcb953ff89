package dev.statute.jdbc;

import dev.statute.jdbc.AgentCache.Agent;
import dev.statute.jdbc.AgentCache.Lead;
import dev.statute.jdbc.JdbcTransaction.Found;
import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Box;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStore.ReadHints;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads, for many transactions at once, what each is about to look at: the head, which is locked
 * first; then the active turn with its messages and calls, the first request that waits and the
 * last event, unless they are remembered; the box it writes to, and what else was said ahead.
 *
 * <p>Where statements can be sent together all is asked for at once, by what the head is remembered
 * to lead to: what follows the head in one message is as of after its lock. Only where somebody
 * else has changed the agent since is there more to ask.
 */
final class RowPrefetch {
  private static final String QUEUED =
      "WHERE inbox_id IN (SELECT (SELECT MIN(m.inbox_id) FROM agent_inbox m"
          + " WHERE m.agent_id = x.column1 AND m.status = 'queued') FROM $ x)";

  /** Boxes, then their names whether they are there or not, and the number of the last card. */
  private static final String BOXES =
      "SELECT b.*, x.column1, (SELECT MAX(c.seq) FROM cards c WHERE c.box_id = x.column1)"
          + " FROM $ x LEFT JOIN ("
          + CardTables.BOXES.selecting("")
          + ") b ON b.box_id = x.column1";

  private static final String LAST_EVENTS =
      "SELECT o.agent_id, o.event_seq, o.out_id FROM $ x JOIN agent_outbox o"
          + " ON o.agent_id = x.column1 AND o.event_seq = x.column2";

  private final JdbcSession session;
  private final boolean alone;
  private final Wanted<String> queues = new Wanted<>();
  private final Wanted<String> turns = new Wanted<>();
  private final Wanted<String> boxes = new Wanted<>();
  private final Wanted<String> read = new Wanted<>();
  private final Wanted<String> calls = new Wanted<>();
  private final Wanted<String> cards = new Wanted<>();
  private final Wanted<List<Object>> keys = new Wanted<>();
  private final Wanted<List<Object>> events = new Wanted<>();
  private final List<JdbcSession.Query<?>> queries = new ArrayList<>();

  private RowPrefetch(JdbcSession session, boolean alone) {
    this.session = session;
    this.alone = alone;
  }

  /**
   * Reads for those that are not careful.
   *
   * @param locking what a query ends with to lock those of its rows that nobody else has locked;
   *     empty = nobody can
   * @return agents whose row somebody else has locked; nothing was read for them that counts
   */
  static Set<String> read(
      JdbcSession session,
      String locking,
      AgentCache remembered,
      List<TurnWrite<?>> writes,
      List<JdbcTransaction> all)
      throws SQLException {
    Wanted<String> heads = new Wanted<>();
    for (JdbcTransaction tx : all) {
      if (!tx.isCareful()) {
        heads.add(tx.agent, tx);
      }
    }
    if (heads.isEmpty()) {
      return Set.of();
    }
    boolean alone = heads.keys().size() == 1;
    RowPrefetch guessed = new RowPrefetch(session, alone);
    Set<String> asked = new HashSet<>();
    for (int i = 0; i < all.size() && session.takesLists(); i++) {
      JdbcTransaction tx = all.get(i);
      Agent known = tx.isCareful() ? null : remembered.of(tx.agent);
      if (known != null) {
        guessed.want(tx, writes.get(i).ahead, known.lead(), known.rows());
        asked.add(tx.agent);
      }
    }
    Set<String> locked = guessed.heads(heads, locking);
    RowPrefetch seen = new RowPrefetch(session, alone);
    for (int i = 0; i < all.size(); i++) {
      JdbcTransaction tx = all.get(i);
      if (!tx.isCareful() && !locked.contains(tx.agent)) {
        Agent before = remembered.of(tx.agent);
        CachedAgentRows rows = tx.compare(before);
        Lead lead = Lead.of(tx.heads.row(tx.agent));
        boolean right =
            rows != null || (before != null && before.rows() == null && before.lead().equals(lead));
        if (!right || !asked.contains(tx.agent)) {
          seen.want(tx, writes.get(i).ahead, lead, rows);
        }
      }
    }
    seen.rest();
    session.queries(seen.queries);
    return locked;
  }

  /** Asks for heads, and with them for all that is wanted. */
  private Set<String> heads(Wanted<String> heads, String locking) throws SQLException {
    InListBinding lists = InListBinding.of(session, alone, heads.keys());
    // in one order everywhere, so that no two groups wait for each other
    String query = "WHERE " + lists.in("agent_id") + " ORDER BY agent_id" + locking;
    Map<String, Found> rows = new HashMap<>();
    ask(
        TurnTables.HEADS.selecting(query),
        lists,
        Found::of,
        found -> found.forEach(row -> rows.put(row.head().agent(), row)));
    rest();
    session.queries(queries);
    heads.each((agent, tx) -> tx.foundHead(rows.get(agent)));
    boolean all = locking.isEmpty() || rows.size() == heads.keys().size();
    return all ? Set.of() : locked(heads, rows.keySet());
  }

  /** Those that were left out, and are there. */
  private Set<String> locked(Wanted<String> heads, Set<String> found) throws SQLException {
    List<String> missing = new ArrayList<>(heads.keys());
    missing.removeAll(found);
    InListBinding lists = InListBinding.of(session, alone, missing);
    return Set.copyOf(
        session.query(
            "SELECT agent_id FROM agent_state_head WHERE " + lists.in("agent_id"),
            row -> row.getString(1),
            lists.values()));
  }

  /**
   * Wants what it looks at.
   *
   * @param known what need not be read
   */
  private void want(
      JdbcTransaction tx, ReadHints ahead, @Nullable Lead lead, @Nullable CachedAgentRows known) {
    if (known == null) {
      queues.add(tx.agent, tx);
      wantRows(tx, lead);
    }
    String box = lead == null ? null : lead.box();
    if (box != null) {
      boxes.add(box, tx);
      if (ahead.output()) {
        read.add(box, tx);
      }
    }
    ahead.newTurns().forEach(tx::begins);
    ahead.boxes().forEach(id -> boxes.add(id, tx));
    ahead.calls().stream()
        .filter(id -> known == null || !known.hasCall(id))
        .forEach(id -> calls.add(id, tx));
    ahead.cards().forEach(id -> cards.add(id, tx));
    ahead.keys().forEach(key -> keys.add(List.of(tx.agent, key), tx));
  }

  private void wantRows(JdbcTransaction tx, @Nullable Lead lead) {
    String turn = lead == null ? null : lead.turn();
    if (turn != null) {
      turns.add(turn, tx);
    }
    if (lead != null && lead.events() > 0) {
      events.add(List.of(tx.agent, lead.events()), tx);
    }
  }

  private void rest() {
    rows(TurnTables.TURNS, "agent_turn_id", turns, Turn::id, tx -> tx.turns);
    listed(TurnTables.MESSAGES, "agent_turn_id", turns, tx -> tx.messages, Message::turn, "");
    listed(TurnTables.CALLS, "agent_turn_id", turns, tx -> tx.calls, Awaited::turn, ", n");
    listed(CardTables.CARDS, "box_id", read, tx -> tx.cards, Card::box, ", seq");
    boxes();
    rows(TurnTables.CALLS, "tool_call_id", calls, Awaited::id, tx -> tx.calls);
    rows(CardTables.CARDS, "card_id", cards, Card::id, tx -> tx.cards);
    queued();
    keys();
    lastEvents();
  }

  private <T> void rows(
      RecordTable<T> table,
      String column,
      Wanted<String> wanted,
      Function<T, String> key,
      Function<JdbcTransaction, RowBuffer<String, T>> sheet) {
    if (!wanted.isEmpty()) {
      InListBinding lists = InListBinding.of(session, alone, wanted.keys());
      ask(
          table.selecting("WHERE " + lists.in(column)),
          lists,
          table::checked,
          rows -> {
            Map<String, T> found = new HashMap<>();
            rows.forEach(row -> found.put(key.apply(row), row));
            // whoever wants it gets its row, or that there is none
            wanted.each((id, tx) -> sheet.apply(tx).found(id, found.get(id)));
          });
    }
  }

  private <T> void listed(
      RecordTable<T> table,
      String column,
      Wanted<String> wanted,
      Function<JdbcTransaction, RowBuffer<?, T>> sheet,
      Function<T, @Nullable String> list,
      String order) {
    if (!wanted.isEmpty()) {
      InListBinding lists = InListBinding.of(session, alone, wanted.keys());
      ask(
          table.selecting("WHERE " + lists.in(column) + " ORDER BY " + column + order),
          lists,
          table::checked,
          rows -> {
            Map<String, List<T>> by = new HashMap<>();
            for (T row : rows) {
              String of = list.apply(row);
              if (of != null) {
                by.computeIfAbsent(of, k -> new ArrayList<>()).add(row);
              }
            }
            wanted.each((id, tx) -> sheet.apply(tx).listed(id, by.getOrDefault(id, List.of())));
          });
    }
  }

  private void queued() {
    if (queues.isEmpty()) {
      return;
    }
    InListBinding lists = InListBinding.of(session, alone, queues.keys());
    ask(
        TurnTables.MESSAGES.selecting(QUEUED.replace("$", lists.table())),
        lists,
        TurnTables.MESSAGES::checked,
        rows -> {
          Map<String, Message> first = new HashMap<>();
          rows.forEach(row -> first.put(row.agent(), row));
          queues.each((agent, tx) -> tx.lookedForQueued(first.get(agent)));
        });
  }

  private void keys() {
    if (!keys.isEmpty()) {
      InListBinding lists = InListBinding.of(session, alone, List.of(false, false), keys.keys());
      ask(
          TurnTables.MESSAGES.selecting(
              "WHERE (agent_id, dedup_key) IN (SELECT * FROM " + lists.table() + " x)"),
          lists,
          TurnTables.MESSAGES::checked,
          rows -> {
            Map<List<Object>, Message> found = new HashMap<>();
            rows.forEach(row -> found.put(List.of(row.agent(), row.dedupKey()), row));
            keys.each((key, tx) -> tx.lookedFor(String.valueOf(key.get(1)), found.get(key)));
          });
    }
  }

  private void boxes() {
    if (!boxes.isEmpty()) {
      InListBinding lists = InListBinding.of(session, alone, boxes.keys());
      Map<String, Box> found = new HashMap<>();
      Map<String, Long> last = new HashMap<>();
      ask(
          BOXES.replace("$", lists.table()),
          lists,
          row -> {
            String id = row.getString(CardTables.BOXES.behind(0));
            if (row.getString(1) != null) {
              found.put(id, CardTables.BOXES.checked(row));
            }
            return last.put(id, row.getLong(CardTables.BOXES.behind(1)));
          },
          rows ->
              boxes.each(
                  (box, tx) -> {
                    tx.boxes.found(box, found.get(box));
                    tx.known.last(box, last.getOrDefault(box, 0L));
                  }));
    }
  }

  /** The event whose number the head has; where it is missing, the transaction looks itself. */
  private void lastEvents() {
    if (!events.isEmpty()) {
      InListBinding lists = InListBinding.of(session, alone, List.of(false, true), events.keys());
      Map<String, CardTransaction.Left> last = new HashMap<>();
      ask(
          LAST_EVENTS.replace("$", lists.table()),
          lists,
          row ->
              last.put(row.getString(1), new CardTransaction.Left(row.getLong(2), row.getLong(3))),
          rows -> events.each((event, tx) -> tx.foundEvent(last.get(tx.agent))));
    }
  }

  private <T> void ask(
      String sql, InListBinding lists, JdbcSession.Row<T> row, Consumer<List<T>> then) {
    queries.add(new JdbcSession.Query<>(new JdbcSession.Statement(sql, lists.values()), row, then));
  }

  /** Keys of rows, and who wants them. */
  private static final class Wanted<K> {
    private final Map<K, List<JdbcTransaction>> by = new LinkedHashMap<>();

    void add(K key, JdbcTransaction tx) {
      by.computeIfAbsent(key, k -> new ArrayList<>(1)).add(tx);
    }

    boolean isEmpty() {
      return by.isEmpty();
    }

    List<K> keys() {
      return List.copyOf(by.keySet());
    }

    void each(BiConsumer<K, JdbcTransaction> each) {
      by.forEach((key, all) -> all.forEach(tx -> each.accept(key, tx)));
    }
  }
}
