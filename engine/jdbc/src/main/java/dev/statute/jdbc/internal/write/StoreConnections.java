package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.ReadConnectionPool;
import dev.statute.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A database with the threads that write to it and the connections that read from it. */
public final class StoreConnections implements AutoCloseable {
  public final DatabaseDialect database;
  public final ReadConnectionPool readers;
  private final List<GroupWriter> writers = new ArrayList<>();
  private final WriterAffinity affinity;
  private final ExecutorService completer;

  /**
   * @param turns creates the executor of agent transactions of one writer
   */
  public StoreConnections(
      DatabaseDialect database, Function<DatabaseDialect, ? extends TurnExecutor> turns) {
    this.database = database;
    readers = new ReadConnectionPool(database);
    completer =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "statute-store-done");
              thread.setDaemon(true);
              return thread;
            });
    for (int i = 0; i < database.writerCount(); i++) {
      writers.add(
          new GroupWriter("statute-store-" + i, database, turns.apply(database), completer));
    }
    affinity = new WriterAffinity(writers, Runtime.getRuntime().availableProcessors());
  }

  /** What is written for one key is written in the order in which it came. */
  public <T> CompletableFuture<T> write(String key, StoreWrite<T> write) {
    return writers.get(Math.floorMod(key.hashCode(), writers.size())).submit(write);
  }

  /** The same for what is of an agent, which has nothing to do with what is of others. */
  public <T> CompletableFuture<T> writeForAgent(String agent, StoreWrite<T> write) {
    return affinity.submit(agent, write);
  }

  /** Waits until it is written. */
  public <T> T writeAndWait(String key, StoreWrite<T> write) {
    try {
      return write(key, write).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException plain) {
        // with the caller in its trace, and the same code
        throw new StoreException(plain.code(), String.valueOf(plain.getMessage()), plain);
      }
      throw e;
    }
  }

  public <T> T runTask(String key, String doing, SimpleWrite.TaskBody<T> running) {
    return writeAndWait(key, SimpleWrite.task(doing, running));
  }

  long groups() {
    return writers.stream().mapToLong(GroupWriter::groups).sum();
  }

  long writes() {
    return writers.stream().mapToLong(GroupWriter::writes).sum();
  }

  /** What waits is written first; what it completes is completed. */
  @Override
  public void close() {
    readers.close();
    writers.forEach(GroupWriter::close);
    completer.shutdown();
    boolean interrupted = false;
    while (true) {
      try {
        if (completer.awaitTermination(1, TimeUnit.MINUTES)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
