package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer thread with one connection, shared by all callers.
 *
 * <p>Group commit: writes that arrive during one flush to disk form the next transaction. So a lone
 * write has no delay, and many share one flush. Writes of a group are independent: a lost
 * compare-and-set affects no other write, and if the database refuses a group because of a row,
 * each write is tried alone.
 *
 * <p>A small group of turns takes as many statements as a large one, so it waits briefly until the
 * callers of the previous one are notified: most have their next transaction ready.
 *
 * <p>Where supported, cached agent transactions run first, in a transaction of their own ({@link
 * TurnExecutor#runCached}), then the rest of the group.
 *
 * <p>A write that needs a row locked by another process is postponed to the next group, or until
 * after a pause.
 *
 * <p>When the connection is lost, the writes of the group fail with an unknown result, and the next
 * group starts with a new connection.
 */
final class GroupWriter implements WriterAffinity.WriteQueue, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupWriter.class);
  private static final int MAX_GROUP_SIZE = 256;
  private static final int MAX_ATTEMPTS = 5;
  private static final long MAX_PAUSE_MILLIS = 16;

  /** Time limit for callers' completions, which may do anything. */
  private static final long COMPLETION_WAIT_MICROS = 300;

  /** Number of waiting writes beyond which callers block. */
  static final int MAX_QUEUED = 4096;

  static final long QUEUE_TIMEOUT_SECONDS = 30;

  private static final StoreWrite<Boolean> STOP =
      new StoreWrite.TransactionTask<>("ending", session -> true);

  private final DatabaseDialect database;
  private final Executor completer;
  private final BlockingQueue<StoreWrite<?>> queue = new LinkedBlockingQueue<>();
  private final Semaphore permits = new Semaphore(MAX_QUEUED);
  private final Thread thread;
  private final List<StoreWrite<?>> postponed = new ArrayList<>();
  private final TurnExecutor turns;
  private long pauseMillis = 1;
  private @Nullable JdbcSession session;
  private volatile boolean closed;

  /**
   * Creates a writer.
   *
   * @param completer runs completions, so that no caller's work delays the next group
   */
  GroupWriter(String name, DatabaseDialect database, TurnExecutor turns, Executor completer) {
    this.database = database;
    this.turns = turns;
    this.completer = completer;
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public <T> CompletableFuture<T> submit(StoreWrite<T> write) {
    try {
      if (!permits.tryAcquire() && !permits.tryAcquire(QUEUE_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        write.completion.completeExceptionally(
            new StoreException(
                "busy",
                database.name()
                    + " does not keep up: "
                    + MAX_QUEUED
                    + " writes wait for it; give it less to do, or a faster disk",
                null));
        return write.completion;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      write.completion.completeExceptionally(
          new StoreException("closed", "interrupted before " + write.description(), e));
      return write.completion;
    }
    synchronized (queue) {
      if (!closed) {
        queue.add(write);
        return write.completion;
      }
    }
    permits.release();
    write.completion.completeExceptionally(
        new StoreException("closed", database.name() + " is closed", null));
    return write.completion;
  }

  private void run() {
    List<StoreWrite<?>> group = new ArrayList<>();
    boolean on = true;
    while (on || !postponed.isEmpty()) {
      StoreWrite<?> next;
      try {
        next = postponed.isEmpty() ? queue.take() : queue.poll(pauseMillis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        continue; // only close ends the loop
      }
      group.addAll(postponed);
      postponed.clear();
      if (next != null) {
        group.add(next);
        queue.drainTo(group, Math.max(0, MAX_GROUP_SIZE - group.size()));
      }
      on &= !group.remove(STOP);
      if (!group.isEmpty()) {
        executeGroup(List.copyOf(group));
        pauseMillis = postponed.isEmpty() ? 1 : Math.min(2 * pauseMillis, MAX_PAUSE_MILLIS);
        permits.release(group.size() - postponed.size());
        group.clear();
      }
    }
    if (session != null) {
      session.close();
    }
  }

  private void executeGroup(List<StoreWrite<?>> group) {
    List<StoreWrite<?>> left = executeOptimistically(group);
    if (!left.isEmpty()) {
      executeWithReads(left);
    }
  }

  /**
   * Writes the cached agent transactions.
   *
   * @return the others
   */
  private List<StoreWrite<?>> executeOptimistically(List<StoreWrite<?>> group) {
    JdbcSession now = session;
    if (now == null || !now.supportsArrays()) {
      return group;
    }
    TurnExecutor.CachedTurns known;
    try {
      known = turns.runCached(now, group);
    } catch (RuntimeException | Error e) {
      LOG.warn("{}: transactions on cached rows failed; their rows are read", database.name(), e);
      rollback(null);
      return group;
    }
    if (known.size() == 0) {
      return group;
    }
    try {
      if (!known.commit()) {
        return group;
      }
      complete(known::complete, known.size() > 1 && known.remaining().isEmpty());
    } catch (SQLException e) {
      rollback(e);
      fail(known.writes(), e);
    } catch (RuntimeException | Error e) {
      rollback(null);
      completer.execute(() -> known.writes().forEach(w -> w.completion.completeExceptionally(e)));
    }
    return known.remaining();
  }

  private void executeWithReads(List<StoreWrite<?>> group) {
    try {
      WriteGroup ready = executeAndCommit(group);
      complete(ready::complete, ready.hasSeveralTurns());
    } catch (SQLException e) {
      rollback(e);
      if (group.size() > 1 && database.isSingleWriteFault(e)) {
        group.forEach(this::executeAlone);
      } else {
        fail(group, e);
      }
    } catch (RuntimeException | Error e) {
      rollback(null);
      if (group.size() == 1) {
        completer.execute(() -> group.get(0).completion.completeExceptionally(e));
      } else {
        group.forEach(this::executeAlone);
      }
    }
  }

  /**
   * Runs completions.
   *
   * @param wait true if the next group waits briefly for the callers
   */
  private void complete(Runnable all, boolean wait) {
    if (!wait) {
      completer.execute(all);
      return;
    }
    CountDownLatch completed = new CountDownLatch(1);
    completer.execute(
        () -> {
          all.run();
          completed.countDown();
        });
    try {
      boolean unused = completed.await(COMPLETION_WAIT_MICROS, TimeUnit.MICROSECONDS);
    } catch (InterruptedException e) {
      // only close ends the loop
    }
  }

  private void executeAlone(StoreWrite<?> write) {
    for (int n = 1; ; n++) {
      try {
        WriteGroup ready = executeAndCommit(List.of(write));
        completer.execute(ready::complete);
        return;
      } catch (SQLException e) {
        rollback(e);
        if (n == MAX_ATTEMPTS || !database.isTransient(e)) {
          fail(List.of(write), e);
          return;
        }
      } catch (RuntimeException | Error e) {
        rollback(null);
        completer.execute(() -> write.completion.completeExceptionally(e));
        return;
      }
    }
  }

  private WriteGroup executeAndCommit(List<StoreWrite<?>> group) throws SQLException {
    JdbcSession now = session;
    if (now == null) {
      now = database.session(true);
      session = now;
    }
    while (true) {
      try {
        now.begin();
        WriteGroup ready = WriteGroup.execute(now, database, turns, group);
        database.checkPresent();
        now.commit();
        postponed.addAll(ready.postponed());
        return ready;
      } catch (StoreWrite.GroupRestart e) {
        turns.clear();
        now.rollback();
      }
    }
  }

  private void rollback(@Nullable SQLException why) {
    turns.clear();
    JdbcSession now = session;
    if (now == null) {
      return;
    }
    Exception lost = why != null && database.isConnectionLost(why) ? why : null;
    if (lost == null) {
      try {
        now.rollback();
      } catch (SQLException | RuntimeException e) {
        lost = e;
      }
    }
    if (lost != null) {
      LOG.warn("{}: the connection is lost and made anew: {}", database.name(), lost.toString());
      now.close();
      session = null;
    }
  }

  private void fail(List<StoreWrite<?>> group, SQLException e) {
    completer.execute(
        () ->
            group.forEach(
                w -> w.completion.completeExceptionally(database.explain(w.description(), e))));
  }

  /** Closes after the waiting writes are written. */
  @Override
  public void close() {
    synchronized (queue) {
      if (closed) {
        return;
      }
      closed = true;
      queue.add(STOP);
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
