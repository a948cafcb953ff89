package dev.statute.jdbc;

import dev.statute.jdbc.AgentCache.Agent;
import dev.statute.turns.TurnStore.ReadHints;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of agents that are run on what is remembered of them, before the database is asked
 * anything; then one message locks the heads, looks whether all is as it was remembered, writes,
 * and commits. The server itself undoes all where anything is otherwise, as nobody would be asked
 * before the commit: then the same transactions are run on what is read ({@link TurnGroup}).
 *
 * <p>An agent's own rows are as they were remembered while nobody has raised its {@link
 * SideColumns#CHANGES}; boxes, which agents share, are looked at. A row of which nothing is
 * remembered is taken to be missing only where the transaction adds it, which fails if it is there.
 *
 * <p>Source: optimistic concurrency control, as H. T. Kung and J. T. Robinson, "On Optimistic
 * Methods for Concurrency Control" (1981): read, validate, write.
 */
final class OptimisticGroup {
  private static final String HEADS =
      JdbcSession.failingUnless(
          "FROM (SELECT h.agent_id FROM $ x JOIN agent_state_head h"
              + " ON h.agent_id = x.column1 AND h.changes = x.column2"
              + " ORDER BY h.agent_id FOR UPDATE OF h SKIP LOCKED) r");

  private static final String BOXES =
      JdbcSession.failingUnless(
          "FROM $ x LEFT JOIN boxes b ON b.box_id = x.column1 WHERE COALESCE(b.crc, "
              + CachedBox.NO_ROW
              + ") = x.column2 AND x.column3 = COALESCE("
              + "(SELECT MAX(c.seq) FROM cards c WHERE c.box_id = x.column1), 0)");

  private final JdbcSession session;
  private final AgentCache remembered;
  private final List<Ran<?>> ran = new ArrayList<>();
  private final List<StoreWrite<?>> left = new ArrayList<>();

  private OptimisticGroup(JdbcSession session, AgentCache remembered) {
    this.session = session;
    this.remembered = remembered;
  }

  /** A transaction that has been run, and not written yet. */
  private record Ran<T>(TurnWrite<T> write, JdbcTransaction tx, T value, List<Object> head) {
    void tell() {
      write.done.complete(value);
    }
  }

  /**
   * Runs those of a group of which enough is remembered: the first one of each agent. They are none
   * if they would be the smaller part, as the others take a commit of their own.
   */
  static OptimisticGroup run(
      JdbcSession session, AgentCache remembered, List<StoreWrite<?>> writes) {
    OptimisticGroup group = new OptimisticGroup(session, remembered);
    Set<String> agents = new HashSet<>();
    for (StoreWrite<?> write : writes) {
      if (!(write instanceof TurnWrite<?> turn) || !agents.add(turn.agent) || !group.run(turn)) {
        group.left.add(write);
      }
    }
    if (group.ran.size() < group.left.size()) {
      group.ran.clear();
    }
    return group;
  }

  /** How many of them were run. */
  int size() {
    return ran.size();
  }

  /** Those that were not. */
  List<StoreWrite<?>> left() {
    return left;
  }

  List<StoreWrite<?>> writes() {
    return ran.stream().<StoreWrite<?>>map(Ran::write).toList();
  }

  private <T> boolean run(TurnWrite<T> write) {
    Agent known = remembered.of(write.agent);
    CachedAgentRows rows = known == null ? null : known.rows();
    if (known == null || rows == null || write.isCareful()) {
      return false;
    }
    JdbcTransaction tx = JdbcTransaction.byMemory(session, write.agent, rows, known.changes());
    Missing missing = Missing.of(tx, rows, write.ahead);
    T value;
    try {
      value = write.work.run(tx);
      tx.close();
    } catch (RuntimeException | Error e) {
      return false; // it is run again on what is read, and what it throws then is told
    }
    if (tx.isUnforeseen() || tx.isAbandoned() || !missing.isAdded(tx)) {
      return false;
    }
    ran.add(new Ran<>(write, tx, value, List.of(write.agent, known.changes())));
    return true;
  }

  /**
   * Rows that are taken to be missing; if none is added, that would never be looked at.
   *
   * @param calls ids
   * @param cards ids
   * @param keys dedup keys of messages
   */
  private record Missing(List<String> calls, List<String> cards, List<String> keys) {
    /** Tells a transaction what it is about to look at. */
    static Missing of(JdbcTransaction tx, CachedAgentRows rows, ReadHints ahead) {
      ahead.newTurns().forEach(tx::begins);
      ahead.boxes().forEach(tx.known::guessOrEmpty);
      List<String> calls = ahead.calls().stream().filter(id -> !rows.hasCall(id)).toList();
      calls.forEach(id -> tx.calls.found(id, null));
      List<String> cards =
          ahead.cards().stream().filter(id -> !rows.cards().containsKey(id)).toList();
      cards.forEach(id -> tx.cards.found(id, null));
      List<String> keys = ahead.keys().stream().filter(key -> !tx.hasKey(key)).toList();
      keys.forEach(key -> tx.lookedFor(key, null));
      return new Missing(calls, cards, keys);
    }

    boolean isAdded(JdbcTransaction tx) {
      return calls.stream().allMatch(id -> tx.calls.row(id) != null)
          && cards.stream().allMatch(id -> tx.cards.row(id) != null)
          && keys.stream().allMatch(tx::hasKey);
    }
  }

  /**
   * Writes and commits all, or nothing.
   *
   * @return whether it did; what was run is then to be told, else to be run on what is read
   * @throws SQLException what has to do with neither; then nobody knows whether it did
   */
  boolean write(DatabaseDialect database) throws SQLException {
    boolean alone = ran.size() == 1;
    List<JdbcSession.Statement> all = new ArrayList<>();
    // in one order everywhere, so that no two groups wait for each other
    all.add(matching(HEADS, alone, List.of(false, true), ran.stream().map(Ran::head).toList()));
    Map<String, CachedBox> boxes = new LinkedHashMap<>();
    ran.forEach(each -> boxes.putAll(each.tx.known.guesses()));
    if (!boxes.isEmpty()) {
      List<List<Object>> rows = new ArrayList<>();
      boxes.forEach((id, seen) -> rows.add(List.of(id, seen.sum(), seen.last())));
      all.add(matching(BOXES, alone, List.of(false, true, true), rows));
    }
    List<JdbcTransaction> txs = ran.stream().map(Ran::tx).toList();
    List<TurnWrite<?>> of = ran.stream().<TurnWrite<?>>map(Ran::write).toList();
    all.addAll(JdbcTransaction.writes(txs, of).statements(alone, true));
    try {
      session.commit(all);
    } catch (SQLException e) {
      if (!database.isOfOne(e)) {
        throw e;
      }
      session.rollback();
      return false;
    }
    txs.forEach(remembered::seen);
    return true;
  }

  /** A query that fails unless all of these rows match. */
  private JdbcSession.Statement matching(
      String query, boolean alone, List<Boolean> numbers, List<List<Object>> rows) {
    InListBinding lists = InListBinding.of(session, alone, numbers, rows);
    @Nullable Object[] values = RecordTable.and(new Object[] {rows.size()}, lists.values());
    return new JdbcSession.Statement(query.replace("$", lists.table()), values);
  }

  /** Tells everybody; after it is written. */
  void complete() {
    ran.forEach(Ran::tell);
  }
}
