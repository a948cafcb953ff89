package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.InListBinding;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.SideColumns;
import dev.statute.jdbc.internal.turn.AgentCache.CachedAgent;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.TurnExecutor;
import dev.statute.jdbc.internal.write.TurnWrite;
import dev.statute.turns.store.TurnStore.ReadHints;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Optimistic execution: transactions of agents run on cached rows, before any read; then one
 * message locks the heads, verifies the cached state, writes, and commits. On a difference the
 * server undoes everything, and the same transactions run on rows that are read ({@link
 * TurnGroup}).
 *
 * <p>An agent's own rows are valid while its {@link SideColumns#CHANGES} is unchanged; boxes, which
 * agents share, are verified. A row that is not cached is assumed missing only where the
 * transaction adds it, which fails if it exists.
 *
 * <p>Source: optimistic concurrency control, as H. T. Kung and J. T. Robinson, "On Optimistic
 * Methods for Concurrency Control" (1981): read, validate, write.
 */
final class OptimisticGroup implements TurnExecutor.CachedTurns {
  private static final String LOCK_HEADS =
      JdbcSession.requireRowCount(
          "FROM (SELECT h.agent_id FROM $ x JOIN agent_state_head h"
              + " ON h.agent_id = x.column1 AND h.changes = x.column2"
              + " ORDER BY h.agent_id FOR UPDATE OF h SKIP LOCKED) r");

  private static final String CHECK_BOXES =
      JdbcSession.requireRowCount(
          "FROM $ x LEFT JOIN boxes b ON b.box_id = x.column1 WHERE COALESCE(b.crc, "
              + CachedBox.NO_ROW
              + ") = x.column2 AND x.column3 = COALESCE("
              + "(SELECT MAX(c.seq) FROM cards c WHERE c.box_id = x.column1), 0)");

  private final JdbcSession session;
  private final DatabaseDialect database;
  private final AgentCache agentCache;
  private final List<ExecutedTransaction<?>> executed = new ArrayList<>();
  private final List<StoreWrite<?>> remaining = new ArrayList<>();

  private OptimisticGroup(JdbcSession session, DatabaseDialect database, AgentCache agentCache) {
    this.session = session;
    this.database = database;
    this.agentCache = agentCache;
  }

  /** Transaction that has run and is not written yet. */
  private record ExecutedTransaction<T>(
      TurnWrite<T> write, JdbcTransaction tx, T value, List<Object> expectedHead) {
    void complete() {
      write.completion.complete(value);
    }
  }

  /**
   * Runs the transactions of a group with sufficient cache entries: the first one of each agent.
   * Runs none if they are the smaller part, as the others need a commit of their own.
   */
  static OptimisticGroup run(
      JdbcSession session,
      DatabaseDialect database,
      AgentCache agentCache,
      List<StoreWrite<?>> writes) {
    OptimisticGroup group = new OptimisticGroup(session, database, agentCache);
    Set<String> agents = new HashSet<>();
    for (StoreWrite<?> write : writes) {
      if (!(write instanceof TurnWrite<?> turn) || !agents.add(turn.agent) || !group.run(turn)) {
        group.remaining.add(write);
      }
    }
    if (group.executed.size() < group.remaining.size()) {
      group.executed.clear();
    }
    return group;
  }

  @Override
  public int size() {
    return executed.size();
  }

  @Override
  public List<StoreWrite<?>> remaining() {
    return remaining;
  }

  @Override
  public List<StoreWrite<?>> writes() {
    return executed.stream().<StoreWrite<?>>map(ExecutedTransaction::write).toList();
  }

  private <T> boolean run(TurnWrite<T> write) {
    CachedAgent known = agentCache.get(write.agent);
    CachedAgentRows rows = known == null ? null : known.rows();
    if (known == null || rows == null || write.isStrict()) {
      return false;
    }
    JdbcTransaction tx = JdbcTransaction.fromCache(session, write.agent, rows, known.changes());
    AssumedAbsent missing = AssumedAbsent.of(tx, rows, write.readHints);
    T value;
    try {
      value = write.work.apply(tx);
      tx.close();
    } catch (RuntimeException | Error e) {
      return false; // it runs again on rows that are read, which reports its exception
    }
    if (tx.hasCacheMiss() || tx.isAbandoned() || !missing.isConfirmed(tx)) {
      return false;
    }
    executed.add(
        new ExecutedTransaction<>(write, tx, value, List.of(write.agent, known.changes())));
    return true;
  }

  /**
   * Rows assumed missing; without an insertion, nothing would verify that.
   *
   * @param calls ids
   * @param cards ids
   * @param keys dedup keys of messages
   */
  private record AssumedAbsent(List<String> calls, List<String> cards, List<String> keys) {
    /** Applies the read hints to a transaction. */
    static AssumedAbsent of(JdbcTransaction tx, CachedAgentRows rows, ReadHints hints) {
      hints.newTurns().forEach(tx::assumeNew);
      hints.boxes().forEach(tx.boxCache::assumeOrEmpty);
      List<String> calls = hints.calls().stream().filter(id -> !rows.hasCall(id)).toList();
      calls.forEach(id -> tx.calls.load(id, null));
      List<String> cards =
          hints.cards().stream().filter(id -> !rows.cards().containsKey(id)).toList();
      cards.forEach(id -> tx.cards.load(id, null));
      List<String> keys = hints.keys().stream().filter(key -> !tx.hasKey(key)).toList();
      keys.forEach(key -> tx.loadKey(key, null));
      return new AssumedAbsent(calls, cards, keys);
    }

    boolean isConfirmed(JdbcTransaction tx) {
      return calls.stream().allMatch(id -> tx.calls.row(id) != null)
          && cards.stream().allMatch(id -> tx.cards.row(id) != null)
          && keys.stream().allMatch(tx::hasKey);
    }
  }

  @Override
  public boolean commit() throws SQLException {
    boolean alone = executed.size() == 1;
    List<JdbcSession.SqlStatement> all = new ArrayList<>();
    // in one order everywhere, so that groups do not deadlock
    all.add(
        requireMatches(
            LOCK_HEADS,
            alone,
            List.of(false, true),
            executed.stream().map(ExecutedTransaction::expectedHead).toList()));
    Map<String, CachedBox> boxes = new LinkedHashMap<>();
    executed.forEach(each -> boxes.putAll(each.tx.boxCache.assumptions()));
    if (!boxes.isEmpty()) {
      List<List<Object>> rows = new ArrayList<>();
      boxes.forEach((id, seen) -> rows.add(List.of(id, seen.checksum(), seen.lastCard())));
      all.add(requireMatches(CHECK_BOXES, alone, List.of(false, true, true), rows));
    }
    List<JdbcTransaction> txs = executed.stream().map(ExecutedTransaction::tx).toList();
    List<TurnWrite<?>> of =
        executed.stream().<TurnWrite<?>>map(ExecutedTransaction::write).toList();
    all.addAll(BufferedTransaction.collectWrites(txs, of).statements(alone, true));
    try {
      session.commit(all);
    } catch (SQLException e) {
      if (!database.isSingleWriteFault(e)) {
        throw e;
      }
      session.rollback();
      return false;
    }
    txs.forEach(agentCache::put);
    return true;
  }

  /** Returns a query that fails unless all of these rows match. */
  private JdbcSession.SqlStatement requireMatches(
      String query, boolean alone, List<Boolean> numbers, List<List<Object>> rows) {
    InListBinding lists = new InListBinding(session, alone, numbers, rows);
    @Nullable Object[] values = RecordTable.concat(new Object[] {rows.size()}, lists.values());
    return new JdbcSession.SqlStatement(query.replace("$", lists.table()), values);
  }

  @Override
  public void complete() {
    executed.forEach(ExecutedTransaction::complete);
  }
}
