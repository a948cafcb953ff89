package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
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

/** Database with its writer threads and reading connections. */
public final class StoreConnections implements AutoCloseable {
  public final DatabaseDialect database;
  public final ReadConnectionPool readers;
  private final List<GroupWriter> writers = new ArrayList<>();
  private final WriterAffinity affinity;
  private final ExecutorService completer;

  /**
   * Opens the connections.
   *
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

  /** Writes; writes of one key happen in order of arrival. */
  public <T> CompletableFuture<T> write(String key, StoreWrite<T> write) {
    return writers.get(Math.floorMod(key.hashCode(), writers.size())).submit(write);
  }

  /** Writes a transaction of an agent, which is independent of other agents. */
  public <T> CompletableFuture<T> writeForAgent(String agent, StoreWrite<T> write) {
    return affinity.submit(agent, write);
  }

  /** Writes and waits. */
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

  public <T> T runTask(String key, String doing, JdbcSession.SessionWork<T> body) {
    return writeAndWait(key, new StoreWrite.TransactionTask<>(doing, body));
  }

  /** Closes after waiting writes and their completions. */
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
