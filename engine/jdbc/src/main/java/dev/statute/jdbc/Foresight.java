package dev.statute.jdbc;

import dev.statute.turns.Rows.Awaited;
import dev.statute.turns.Rows.Box;
import dev.statute.turns.Rows.BoxesRow;
import dev.statute.turns.Rows.Card;
import dev.statute.turns.Rows.Head;
import dev.statute.turns.Rows.Message;
import dev.statute.turns.Rows.Turn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads, for many transactions at once, what each is about to look at: the head, which is locked
 * first, the active turn with its messages and calls, the box it writes to, the first request that
 * waits, and what else was said ahead.
 */
final class Foresight {
  private static final String LAST_CARD =
      "SELECT x.column1, (SELECT MAX(c.seq) FROM cards c WHERE c.box_id = x.column1) FROM (VALUES $)"
          + " x";
  private static final String FIRST_QUEUED =
      "WHERE inbox_id IN (SELECT (SELECT MIN(m.inbox_id) FROM agent_inbox m"
          + " WHERE m.agent_id = x.column1 AND m.status = 'queued') FROM (VALUES $) x)";
  private static final String BY_DEDUP_KEY = "WHERE (agent_id, dedup_key) IN (VALUES $)";

  private final Session session;

  private Foresight(Session session) {
    this.session = session;
  }

  /**
   * Reads for those that are not careful.
   *
   * @param locking what a query ends with to lock its rows
   */
  static void read(
      Session session, String locking, List<TurnWrite<?>> writes, List<JdbcTransaction> all)
      throws SQLException {
    Wanted<String> agents = new Wanted<>();
    for (JdbcTransaction tx : all) {
      if (!tx.careful) {
        agents.add(tx.agent, tx);
      }
    }
    if (!agents.isEmpty()) {
      new Foresight(session).read(locking, writes, agents);
    }
  }

  private void read(String locking, List<TurnWrite<?>> writes, Wanted<String> agents)
      throws SQLException {
    // in one order everywhere, so that no two groups wait for each other
    String heads = "WHERE " + in("agent_id", agents.size()) + " ORDER BY agent_id" + locking;
    List<Head> found = TurnTables.HEADS.list(session, heads, agents.padded());
    agents.hand(found, Head::agent, tx -> tx.heads);
    Wanted<String> turns = new Wanted<>();
    Wanted<String> boxes = new Wanted<>();
    Wanted<String> calls = new Wanted<>();
    Wanted<String> cards = new Wanted<>();
    Map<List<String>, JdbcTransaction> keys = new LinkedHashMap<>();
    for (TurnWrite<?> write : writes) {
      for (JdbcTransaction tx : agents.of(write.agent)) {
        Head head = tx.heads.row(tx.agent);
        BoxesRow own = head == null ? null : head.boxes();
        if (head != null && head.turn() != null) {
          turns.add(head.turn(), tx);
        }
        if (own != null) {
          boxes.add(own.output(), tx);
        }
        write.ahead.boxes().forEach(id -> boxes.add(id, tx));
        write.ahead.calls().forEach(id -> calls.add(id, tx));
        write.ahead.cards().forEach(id -> cards.add(id, tx));
        write.ahead.keys().forEach(key -> keys.put(List.of(tx.agent, key), tx));
      }
    }
    turns(turns);
    queued(agents);
    keys(keys);
    boxes(boxes);
    List<Awaited> awaited = rows(TurnTables.CALLS, "tool_call_id", calls);
    calls.hand(awaited, Awaited::id, tx -> tx.calls);
    List<Card> read = rows(CardTables.CARDS, "card_id", cards);
    cards.hand(read, Card::id, tx -> tx.cards);
  }

  private <T> List<T> rows(Table<T> table, String column, Wanted<String> wanted)
      throws SQLException {
    return wanted.isEmpty()
        ? List.of()
        : table.list(session, "WHERE " + in(column, wanted.size()), wanted.padded());
  }

  private void turns(Wanted<String> turns) throws SQLException {
    if (turns.isEmpty()) {
      return;
    }
    List<Turn> rows = rows(TurnTables.TURNS, "agent_turn_id", turns);
    turns.hand(rows, Turn::id, tx -> tx.turns);
    List<Message> messages = rows(TurnTables.MESSAGES, "agent_turn_id", turns);
    turns.each(
        (turn, tx) ->
            tx.messages.listed(
                turn,
                messages.stream()
                    .filter(row -> turn.equals(row.turn()) && row.agent().equals(tx.agent))
                    .toList()));
    String query = "WHERE " + in("agent_turn_id", turns.size()) + " ORDER BY agent_turn_id, n";
    List<Awaited> calls = TurnTables.CALLS.list(session, query, turns.padded());
    turns.each(
        (turn, tx) ->
            tx.calls.listed(
                turn, calls.stream().filter(call -> call.turn().equals(turn)).toList()));
  }

  private void queued(Wanted<String> agents) throws SQLException {
    String query = FIRST_QUEUED.replace("$", marks("(?)", agents.size()));
    List<Message> rows = TurnTables.MESSAGES.list(session, query, agents.padded());
    Map<String, Message> first = new LinkedHashMap<>();
    rows.forEach(row -> first.put(row.agent(), row));
    agents.each((agent, tx) -> tx.lookedForQueued(first.get(agent)));
  }

  private void keys(Map<List<String>, JdbcTransaction> keys) throws SQLException {
    if (keys.isEmpty()) {
      return;
    }
    List<Object> values = new ArrayList<>();
    List<List<String>> wanted = padded(List.copyOf(keys.keySet()));
    wanted.forEach(values::addAll);
    String query = BY_DEDUP_KEY.replace("$", marks("(?, ?)", keys.size()));
    Map<List<String>, Message> found = new LinkedHashMap<>();
    for (Message row : TurnTables.MESSAGES.list(session, query, values.toArray())) {
      found.put(List.of(row.agent(), row.dedupKey()), row);
    }
    keys.forEach((key, tx) -> tx.lookedFor(key.get(1), found.get(key)));
  }

  private void boxes(Wanted<String> boxes) throws SQLException {
    if (boxes.isEmpty()) {
      return;
    }
    List<Box> rows = rows(CardTables.BOXES, "box_id", boxes);
    boxes.hand(rows, Box::id, tx -> tx.boxes);
    String query = LAST_CARD.replace("$", marks("(?)", boxes.size()));
    Map<String, Long> last = new LinkedHashMap<>();
    session.query(query, row -> last.put(row.getString(1), row.getLong(2)), boxes.padded());
    boxes.each((box, tx) -> tx.foundLast(box, last.getOrDefault(box, 0L)));
  }

  /** How many parameters a list has: few different numbers, so that few statements are prepared. */
  private static int padded(int size) {
    return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
  }

  private static <T> List<T> padded(List<T> values) {
    List<T> all = new ArrayList<>(values);
    while (all.size() < padded(values.size())) {
      all.add(values.get(values.size() - 1)); // once more changes nothing
    }
    return all;
  }

  private static String in(String column, int size) {
    return column + " IN (" + marks("?", size) + ")";
  }

  private static String marks(String mark, int size) {
    return mark + (", " + mark).repeat(padded(size) - 1);
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

    int size() {
      return by.size();
    }

    List<JdbcTransaction> of(K key) {
      return by.getOrDefault(key, List.of());
    }

    Object[] padded() {
      return Foresight.padded(List.copyOf(by.keySet())).toArray();
    }

    interface Each<K> {
      void of(K key, JdbcTransaction tx);
    }

    void each(Each<K> each) {
      by.forEach((key, all) -> all.forEach(tx -> each.of(key, tx)));
    }

    /** Every key was looked for: to whoever wants it, its row or that there is none. */
    <T> void hand(List<T> rows, Function<T, K> key, Function<JdbcTransaction, Sheet<K, T>> sheet) {
      Map<K, @Nullable T> found = new LinkedHashMap<>();
      rows.forEach(row -> found.put(key.apply(row), row));
      each((wanted, tx) -> sheet.apply(tx).found(wanted, found.get(wanted)));
    }
  }
}
