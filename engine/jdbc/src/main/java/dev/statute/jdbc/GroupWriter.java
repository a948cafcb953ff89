package dev.statute.jdbc;

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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread and one connection that write for everybody.
 *
 * <p>Group commit: while one transaction goes to the disk, writes gather; all that wait go into the
 * next one. So a lone write waits for nobody, and many share one flush. Whatever one write of a
 * group does wrong is its own affair: a compare-and-set that is lost writes nothing and takes
 * nobody with it, and if the database refuses a group because of a row, each write is tried alone.
 *
 * <p>A group of turns takes as many statements when it is small, so it waits a little until those
 * of the one before are told: most of them have their next transaction ready.
 *
 * <p>Where the database takes it, transactions of agents that are remembered go first, by what is
 * remembered of them, in a transaction of their own ({@link OptimisticGroup}); the rest of the
 * group comes after it.
 *
 * <p>What needs a row that somebody else has locked is put off, and tried again with the next
 * group, or after a pause.
 *
 * <p>When the connection is lost, the writes of the group fail (nobody knows what became of them),
 * and the next group begins with a new connection.
 */
final class GroupWriter implements WriterAffinity.WriteQueue, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupWriter.class);
  private static final int LARGEST_GROUP = 256;
  private static final int TRIES = 5;
  private static final long LONGEST_PAUSE_MILLIS = 16;

  /** Whoever is told may do anything then, so it is not waited for any longer. */
  private static final long TELLING_MICROS = 300;

  /** How many writes may wait before whoever brings another one has to wait too. */
  static final int BOUND = 4096;

  static final long PATIENCE_SECONDS = 30;

  private static final StoreWrite<Boolean> END =
      new StoreWrite.Task<>() {
        @Override
        String doing() {
          return "ending";
        }

        @Override
        Boolean run(JdbcSession session) {
          return true;
        }
      };

  private final DatabaseDialect database;
  private final Executor completer;
  private final BlockingQueue<StoreWrite<?>> queue = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(BOUND);
  private final Thread thread;
  private final List<StoreWrite<?>> putOff = new ArrayList<>();
  private final AgentCache remembered = new AgentCache();
  private final InboxBloomFilter inbox;
  private long pauseMillis = 1;
  private @Nullable JdbcSession session;
  private volatile boolean closed;
  private final AtomicLong groups = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();

  /**
   * @param completer runs what waits for writes, so that nobody's work delays the next group
   */
  GroupWriter(String name, DatabaseDialect database, Executor completer) {
    this.database = database;
    this.completer = completer;
    inbox = new InboxBloomFilter(database.layout());
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public <T> CompletableFuture<T> submit(StoreWrite<T> write) {
    try {
      if (!room.tryAcquire() && !room.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        write.done.completeExceptionally(
            new StoreException(
                "busy",
                database.name()
                    + " does not keep up: "
                    + BOUND
                    + " writes wait for it; give it less to do, or a faster disk",
                null));
        return write.done;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      write.done.completeExceptionally(
          new StoreException("closed", "interrupted before " + write.doing(), e));
      return write.done;
    }
    synchronized (queue) {
      if (!closed) {
        queue.add(write);
        return write.done;
      }
    }
    room.release();
    write.done.completeExceptionally(
        new StoreException("closed", database.name() + " is closed", null));
    return write.done;
  }

  /** How many transactions there were, and how many writes in them. */
  long groups() {
    return groups.get();
  }

  long writes() {
    return writes.get();
  }

  private void run() {
    List<StoreWrite<?>> group = new ArrayList<>();
    boolean on = true;
    while (on || !putOff.isEmpty()) {
      StoreWrite<?> next;
      try {
        next = putOff.isEmpty() ? queue.take() : queue.poll(pauseMillis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        continue; // only close ends it
      }
      group.addAll(putOff);
      putOff.clear();
      if (next != null) {
        group.add(next);
        queue.drainTo(group, Math.max(0, LARGEST_GROUP - group.size()));
      }
      on &= !group.remove(END);
      if (!group.isEmpty()) {
        together(List.copyOf(group));
        pauseMillis = putOff.isEmpty() ? 1 : Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        room.release(group.size() - putOff.size());
        group.clear();
      }
    }
    if (session != null) {
      session.close();
    }
  }

  private void together(List<StoreWrite<?>> group) {
    List<StoreWrite<?>> left = byMemory(group);
    if (!left.isEmpty()) {
      asRead(left);
    }
  }

  /**
   * Has those written of which enough is remembered.
   *
   * @return the others
   */
  private List<StoreWrite<?>> byMemory(List<StoreWrite<?>> group) {
    JdbcSession now = session;
    if (now == null || !now.takesLists()) {
      return group;
    }
    OptimisticGroup known = OptimisticGroup.run(now, remembered, group);
    if (known.size() == 0) {
      return group;
    }
    try {
      if (!known.write(database)) {
        return group;
      }
      groups.incrementAndGet();
      writes.addAndGet(known.size());
      tell(known::complete, known.size() > 1 && known.left().isEmpty());
    } catch (SQLException e) {
      rollback(e);
      fail(known.writes(), e);
    } catch (RuntimeException | Error e) {
      rollback(null);
      completer.execute(() -> known.writes().forEach(w -> w.done.completeExceptionally(e)));
    }
    return known.left();
  }

  private void asRead(List<StoreWrite<?>> group) {
    try {
      WriteGroup ready = written(group);
      writes.addAndGet(group.size() - ready.putOff().size());
      tell(ready::complete, ready.isOfSeveralTurns());
    } catch (SQLException e) {
      rollback(e);
      if (group.size() == 1) {
        fail(group, e);
      } else if (database.isOfOne(e)) {
        group.forEach(this::alone);
      } else {
        fail(group, e);
      }
    } catch (RuntimeException | Error e) {
      rollback(null);
      if (group.size() == 1) {
        completer.execute(() -> group.get(0).done.completeExceptionally(e));
      } else {
        group.forEach(this::alone);
      }
    }
  }

  /**
   * @param wait whether the next group is held up a little for those who are told
   */
  private void tell(Runnable all, boolean wait) {
    if (!wait) {
      completer.execute(all);
      return;
    }
    CountDownLatch told = new CountDownLatch(1);
    completer.execute(
        () -> {
          all.run();
          told.countDown();
        });
    try {
      boolean unused = told.await(TELLING_MICROS, TimeUnit.MICROSECONDS);
    } catch (InterruptedException e) {
      // only close ends it
    }
  }

  private void alone(StoreWrite<?> write) {
    for (int n = 1; ; n++) {
      try {
        WriteGroup ready = written(List.of(write));
        writes.addAndGet(1 - ready.putOff().size());
        completer.execute(ready::complete);
        return;
      } catch (SQLException e) {
        rollback(e);
        if (n == TRIES || !database.isPassing(e)) {
          fail(List.of(write), e);
          return;
        }
      } catch (RuntimeException | Error e) {
        rollback(null);
        completer.execute(() -> write.done.completeExceptionally(e));
        return;
      }
    }
  }

  private WriteGroup written(List<StoreWrite<?>> group) throws SQLException {
    JdbcSession now = session;
    if (now == null) {
      now = database.session(true);
      session = now;
    }
    while (true) {
      try {
        now.begin();
        WriteGroup ready = WriteGroup.execute(now, database, remembered, inbox, group);
        database.mustBeThere();
        now.commit();
        groups.incrementAndGet();
        putOff.addAll(ready.putOff());
        return ready;
      } catch (StoreWrite.Again e) {
        remembered.forget();
        now.rollback();
      }
    }
  }

  private void rollback(@Nullable SQLException why) {
    remembered.forget();
    JdbcSession now = session;
    if (now == null) {
      return;
    }
    boolean lost = why != null && database.isLost(why);
    if (!lost) {
      try {
        now.rollback();
      } catch (SQLException e) {
        lost = true;
      }
    }
    if (lost) {
      LOG.warn(
          "{}: the connection is lost and made anew: {}", database.name(), String.valueOf(why));
      now.close();
      session = null;
    }
  }

  private void fail(List<StoreWrite<?>> group, SQLException e) {
    completer.execute(
        () -> group.forEach(w -> w.done.completeExceptionally(database.explain(w.doing(), e))));
  }

  /** Ends after what waits is written. */
  @Override
  public void close() {
    synchronized (queue) {
      if (closed) {
        return;
      }
      closed = true;
      queue.add(END);
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
