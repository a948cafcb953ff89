package dev.statute.jdbc;

import dev.statute.jdbc.StoreWrite.Change;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes executed in one transaction, statement by statement instead of write by write, so that the
 * number of round trips does not grow with the number of writes.
 */
final class WriteGroup {
  /** More statements than these are sent one after the other: their texts would differ too much. */
  private static final int MOST_AT_ONCE = 6;

  private final List<Runnable> results = new ArrayList<>();
  private final List<TurnWrite<?>> putOff = new ArrayList<>();

  private int turns;

  private WriteGroup() {}

  /**
   * Executes all of them; the caller commits, then completes.
   *
   * @param remembered what is known of agents, for the next time
   * @param inbox what is known of the inbox, where events are looked for
   */
  static WriteGroup execute(
      JdbcSession session,
      DatabaseDialect database,
      AgentCache remembered,
      InboxBloomFilter inbox,
      List<StoreWrite<?>> writes)
      throws SQLException {
    WriteGroup group = new WriteGroup();
    List<StoreWrite.Grouped<?>> grouped = new ArrayList<>();
    List<TurnWrite<?>> turns = new ArrayList<>();
    List<StoreWrite.Task<?>> tasks = new ArrayList<>();
    for (StoreWrite<?> write : writes) {
      if (write instanceof StoreWrite.Grouped<?> one) {
        grouped.add(one);
      } else if (write instanceof TurnWrite<?> one) {
        turns.add(one);
      } else if (write instanceof StoreWrite.Task<?> one) {
        tasks.add(one);
      } else {
        throw new IllegalArgumentException("no write: " + write);
      }
    }
    if (grouped.size() != 1 || !group.atOnce(session, database, grouped.get(0))) {
      group.grouped(session, inbox, grouped);
    }
    group.turns = turns.size();
    group.putOff.addAll(new TurnGroup(session, database, remembered).execute(turns, group.results));
    for (StoreWrite.Task<?> task : tasks) {
      group.task(session, task, writes.size() > 1);
    }
    return group;
  }

  /** Whether several transactions of agents were in it. */
  boolean isOfSeveralTurns() {
    return turns > 1;
  }

  /** What waits for rows that others have locked: nothing was done of it. */
  List<TurnWrite<?>> putOff() {
    return putOff;
  }

  /** Tells everybody else; after the commit. */
  void complete() {
    results.forEach(Runnable::run);
  }

  private <T> void result(CompletableFuture<T> done, T value) {
    results.add(() -> done.complete(value));
  }

  /**
   * What is alone sends all its statements in one message, the rest before anybody knows whether it
   * happens. If it does not, or a statement fails, as it may because of that, all is undone and
   * done again one after the other.
   *
   * @return whether it did; nothing was done if not
   */
  private <T> boolean atOnce(
      JdbcSession session, DatabaseDialect database, StoreWrite.Grouped<T> write)
      throws SQLException {
    Change deciding = write.deciding();
    List<Change> all = new ArrayList<>(write.rest());
    boolean several = !all.isEmpty() && all.size() < MOST_AT_ONCE;
    if (deciding == null || !several || write.lost || write.stepwise || !session.takesLists()) {
      return false;
    }
    all.sort(Comparator.comparing(change -> change.sql));
    all.add(0, deciding);
    write.stepwise = true;
    int[] counts;
    try {
      counts =
          session.updates(
              all.stream().map(c -> new JdbcSession.Statement(c.sql.text, c.values)).toList());
    } catch (SQLException e) {
      if (database.isOfOne(e)) {
        throw new StoreWrite.Again();
      }
      throw e;
    }
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == 0 && (i == 0 || all.get(i).sql.isDecisive())) {
        throw new StoreWrite.Again();
      }
    }
    result(session, write, true);
    return true;
  }

  /** Numbers the rows to come; nobody else adds any before this transaction ends. */
  private static void number(JdbcSession session, List<StoreWrite.Grouped<?>> writes)
      throws SQLException {
    if (writes.stream().noneMatch(write -> write.chained() > 0)) {
      return;
    }
    long next = EventChain.next(session);
    for (StoreWrite.Grouped<?> write : writes) {
      write.number(next);
      next += write.chained();
    }
  }

  private void grouped(
      JdbcSession session, InboxBloomFilter inbox, List<StoreWrite.Grouped<?>> writes)
      throws SQLException {
    number(session, writes);
    inbox.begin(session, writes);
    boolean[] happened = new boolean[writes.size()];
    for (int i = 0; i < happened.length; i++) {
      happened[i] = !writes.get(i).lost && writes.get(i).deciding() == null;
    }
    decide(session, writes, happened, StoreWrite.Grouped::deciding);
    decide(session, writes, happened, StoreWrite.Grouped::otherwise);
    Map<WriteStatements, Batch> batches = new EnumMap<>(WriteStatements.class);
    for (int i = 0; i < writes.size(); i++) {
      if (happened[i]) {
        for (Change change : writes.get(i).rest()) {
          if (change.sql != WriteStatements.LOOK || inbox.mayHave(change)) {
            batches.computeIfAbsent(change.sql, sql -> new Batch()).add(change, i);
          }
        }
      }
    }
    boolean again = false;
    for (WriteStatements sql : WriteStatements.values()) {
      Batch batch = batches.get(sql);
      if (batch == null) {
        continue;
      }
      if (sql.several != null) {
        session.insert(sql.text, sql.several, WriteStatements.SEVERAL, batch.rows);
        continue;
      }
      int[] counts = session.batch(sql.text, batch.rows);
      for (int k = 0; k < counts.length; k++) {
        Supplier<Change> more = batch.then.get(k);
        if (counts[k] > 0 && more != null) {
          Change then = more.get();
          batches.computeIfAbsent(then.sql, added -> new Batch()).add(then, batch.of.get(k));
        } else if (counts[k] == 0 && sql.isDecisive()) {
          writes.get(batch.of.get(k)).lost = true;
          again = true;
        }
      }
    }
    if (again) {
      throw new StoreWrite.Again();
    }
    for (int i = 0; i < writes.size(); i++) {
      result(session, writes.get(i), happened[i]);
    }
  }

  /** Tries a change of each that did not happen yet and may still happen. */
  private static void decide(
      JdbcSession session,
      List<StoreWrite.Grouped<?>> writes,
      boolean[] happened,
      Function<StoreWrite.Grouped<?>, @Nullable Change> by)
      throws SQLException {
    Map<WriteStatements, Batch> batches = new EnumMap<>(WriteStatements.class);
    for (int i = 0; i < happened.length; i++) {
      Change change = happened[i] || writes.get(i).lost ? null : by.apply(writes.get(i));
      if (change != null) {
        batches.computeIfAbsent(change.sql, sql -> new Batch()).add(change, i);
      }
    }
    for (Map.Entry<WriteStatements, Batch> batch : batches.entrySet()) {
      int[] counts = session.batch(batch.getKey().text, batch.getValue().rows);
      for (int k = 0; k < counts.length; k++) {
        happened[batch.getValue().of.get(k)] = counts[k] > 0;
      }
    }
  }

  private <T> void result(JdbcSession session, StoreWrite.Grouped<T> write, boolean happened)
      throws SQLException {
    result(write.done, write.result(happened, session));
  }

  /** A task of a group of several undoes only itself. */
  private <T> void task(JdbcSession session, StoreWrite.Task<T> task, boolean others)
      throws SQLException {
    if (others) {
      session.part();
    }
    try {
      result(task.done, task.run(session));
      if (others) {
        session.keep();
      }
    } catch (StoreWrite.Abandoned e) {
      undo(session, others);
      results.add(() -> task.done.complete(e.<T>value()));
    } catch (RuntimeException | Error e) {
      undo(session, others);
      results.add(() -> task.done.completeExceptionally(e));
    }
  }

  private static void undo(JdbcSession session, boolean others) throws SQLException {
    if (others) {
      session.undo();
    } else {
      session.rollback();
      session.begin();
    }
  }

  /** The rows of one statement, and the write each is of. */
  private static final class Batch {
    final List<@Nullable Object[]> rows = new ArrayList<>();
    final List<Integer> of = new ArrayList<>();
    final List<@Nullable Supplier<Change>> then = new ArrayList<>();

    void add(Change change, int write) {
      rows.add(change.values);
      of.add(write);
      then.add(change.then);
    }
  }
}
