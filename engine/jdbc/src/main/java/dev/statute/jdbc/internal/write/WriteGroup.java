package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes of one transaction, executed statement by statement instead of write by write, so that the
 * number of round trips does not grow with the number of writes.
 */
final class WriteGroup {
  private final List<Runnable> results = new ArrayList<>();
  private final List<TurnWrite<?>> postponed = new ArrayList<>();

  private int turnCount;

  private WriteGroup() {}

  /**
   * Executes all of them; the caller commits, then completes.
   *
   * @param turnExecutor executes the agent transactions among them
   */
  static WriteGroup execute(
      JdbcSession session,
      DatabaseDialect database,
      TurnExecutor turnExecutor,
      List<StoreWrite<?>> writes)
      throws SQLException {
    WriteGroup group = new WriteGroup();
    List<StoreWrite.BatchedWrite<?>> grouped = new ArrayList<>();
    List<TurnWrite<?>> turns = new ArrayList<>();
    List<StoreWrite.TransactionTask<?>> tasks = new ArrayList<>();
    for (StoreWrite<?> write : writes) {
      if (write instanceof StoreWrite.BatchedWrite<?> one) {
        grouped.add(one);
      } else if (write instanceof TurnWrite<?> one) {
        turns.add(one);
      } else if (write instanceof StoreWrite.TransactionTask<?> one) {
        tasks.add(one);
      } else {
        throw new IllegalArgumentException("no write: " + write);
      }
    }
    if (grouped.size() != 1 || !group.executeAtOnce(session, database, grouped.get(0))) {
      group.executeBatched(session, grouped);
    }
    group.turnCount = turns.size();
    if (!turns.isEmpty()) {
      group.postponed.addAll(turnExecutor.execute(session, turns, group.results));
    }
    for (StoreWrite.TransactionTask<?> task : tasks) {
      group.executeTask(session, task, writes.size() > 1);
    }
    return group;
  }

  /** Executes a write step by step in a transaction that others began, and completes it. */
  static void executeAlone(JdbcSession session, StoreWrite.BatchedWrite<?> write)
      throws SQLException {
    WriteGroup group = new WriteGroup();
    group.executeBatched(session, List.of(write));
    group.complete();
  }

  /** Tests for several agent transactions. */
  boolean hasSeveralTurns() {
    return turnCount > 1;
  }

  /** Returns the writes postponed because of locked rows, of which nothing was done. */
  List<TurnWrite<?>> postponed() {
    return postponed;
  }

  /** Completes the other writes; after the commit. */
  void complete() {
    results.forEach(Runnable::run);
  }

  private <T> void addResult(CompletableFuture<T> done, T value) {
    results.add(() -> done.complete(value));
  }

  /**
   * Executes a lone write in one message, including the rest before the deciding change is known to
   * succeed. If it fails, or a statement does because of it, all is undone and repeated stepwise.
   *
   * @return success; nothing was done on false
   */
  private <T> boolean executeAtOnce(
      JdbcSession session, DatabaseDialect database, StoreWrite.BatchedWrite<T> write)
      throws SQLException {
    RowChange deciding = write.decisiveChange();
    List<RowChange> dependent = write.dependentChanges();
    if (deciding == null
        || dependent.isEmpty()
        || write.isLost
        || write.stepwise
        || !session.supportsArrays()) {
      return false;
    }
    Map<WriteStatement, List<@Nullable Object[]>> rows = new EnumMap<>(WriteStatement.class);
    for (RowChange change : dependent) {
      rows.computeIfAbsent(change.statement, sql -> new ArrayList<>()).add(change.values);
    }
    List<JdbcSession.SqlStatement> all = new ArrayList<>();
    List<Integer> required = new ArrayList<>(); // rows that each statement must change
    all.add(new JdbcSession.SqlStatement(deciding.statement.sql, deciding.values));
    required.add(1);
    rows.forEach(
        (statement, values) -> {
          List<JdbcSession.SqlStatement> bound = statement.ofRows(values);
          all.addAll(bound);
          int each = statement.isDecisive() ? values.size() / bound.size() : 0;
          required.addAll(Collections.nCopies(bound.size(), each));
        });
    write.stepwise = true;
    int[] counts;
    try {
      counts = session.updates(all);
    } catch (SQLException e) {
      if (database.isSingleWriteFault(e)) {
        throw new StoreWrite.GroupRestart();
      }
      throw e;
    }
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] < required.get(i)) {
        throw new StoreWrite.GroupRestart();
      }
    }
    addResult(session, write, true);
    return true;
  }

  private void executeBatched(JdbcSession session, List<StoreWrite.BatchedWrite<?>> writes)
      throws SQLException {
    boolean[] happened = new boolean[writes.size()];
    for (int i = 0; i < happened.length; i++) {
      happened[i] = !writes.get(i).isLost && writes.get(i).decisiveChange() == null;
    }
    executeDecisive(session, writes, happened, StoreWrite.BatchedWrite::decisiveChange);
    executeDecisive(session, writes, happened, StoreWrite.BatchedWrite::fallbackChange);
    Map<WriteStatement, ChangeBatch> batches = new EnumMap<>(WriteStatement.class);
    for (int i = 0; i < writes.size(); i++) {
      if (happened[i]) {
        for (RowChange change : writes.get(i).dependentChanges()) {
          batches.computeIfAbsent(change.statement, sql -> new ChangeBatch()).add(change, i);
        }
      }
    }
    boolean again = false;
    for (WriteStatement sql : WriteStatement.values()) {
      ChangeBatch batch = batches.get(sql);
      if (batch == null) {
        continue;
      }
      if (sql.multiRowSql != null) {
        insertRows(session, sql.sql, sql.multiRowSql, batch.rows);
        continue;
      }
      int[] counts = session.batch(sql.sql, batch.rows);
      for (int k = 0; k < counts.length; k++) {
        if (counts[k] == 0 && sql.isDecisive()) {
          writes.get(batch.writeIndexes.get(k)).isLost = true;
          again = true;
        }
      }
    }
    if (again) {
      throw new StoreWrite.GroupRestart();
    }
    for (int i = 0; i < writes.size(); i++) {
      addResult(session, writes.get(i), happened[i]);
    }
  }

  /**
   * Inserts rows, several per statement if rows cost more than round trips.
   *
   * @param several the statement that inserts {@link WriteStatement#ROWS_PER_STATEMENT} rows
   */
  private static void insertRows(
      JdbcSession session, String sql, String several, List<@Nullable Object[]> rows)
      throws SQLException {
    int count = WriteStatement.ROWS_PER_STATEMENT;
    int together = session.supportsArrays() ? 0 : rows.size() - rows.size() % count;
    List<@Nullable Object[]> joined = new ArrayList<>();
    for (int i = 0; i < together; i += count) {
      int width = rows.get(i).length;
      @Nullable Object[] values = new @Nullable Object[count * width];
      for (int n = 0; n < count; n++) {
        System.arraycopy(rows.get(i + n), 0, values, n * width, width);
      }
      joined.add(values);
    }
    if (!joined.isEmpty()) {
      int[] unused = session.batch(several, joined);
    }
    if (together < rows.size()) {
      int[] unused = session.batch(sql, rows.subList(together, rows.size()));
    }
  }

  /** Tries a deciding change of each undecided write. */
  private static void executeDecisive(
      JdbcSession session,
      List<StoreWrite.BatchedWrite<?>> writes,
      boolean[] happened,
      Function<StoreWrite.BatchedWrite<?>, @Nullable RowChange> by)
      throws SQLException {
    Map<WriteStatement, ChangeBatch> batches = new EnumMap<>(WriteStatement.class);
    for (int i = 0; i < happened.length; i++) {
      RowChange change = happened[i] || writes.get(i).isLost ? null : by.apply(writes.get(i));
      if (change != null) {
        batches.computeIfAbsent(change.statement, sql -> new ChangeBatch()).add(change, i);
      }
    }
    for (Map.Entry<WriteStatement, ChangeBatch> batch : batches.entrySet()) {
      int[] counts = session.batch(batch.getKey().sql, batch.getValue().rows);
      for (int k = 0; k < counts.length; k++) {
        happened[batch.getValue().writeIndexes.get(k)] = counts[k] > 0;
      }
    }
  }

  private <T> void addResult(
      JdbcSession session, StoreWrite.BatchedWrite<T> write, boolean happened) throws SQLException {
    addResult(write.completion, write.result(happened, session));
  }

  /** Executes a task, which undoes only itself in a group. */
  private <T> void executeTask(
      JdbcSession session, StoreWrite.TransactionTask<T> task, boolean others) throws SQLException {
    if (others) {
      session.savepoint();
    }
    try {
      addResult(task.completion, task.run(session));
      if (others) {
        session.releaseSavepoint();
      }
    } catch (RuntimeException | Error e) {
      if (others) {
        session.rollbackToSavepoint();
      } else {
        session.rollback();
        session.begin();
      }
      results.add(() -> task.completion.completeExceptionally(e));
    }
  }

  /** Rows of one statement, with their writes. */
  private static final class ChangeBatch {
    final List<@Nullable Object[]> rows = new ArrayList<>();
    final List<Integer> writeIndexes = new ArrayList<>();

    void add(RowChange change, int write) {
      rows.add(change.values);
      writeIndexes.add(write);
    }
  }
}
