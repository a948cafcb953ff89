package dev.statute.jdbc;

import dev.statute.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A database with the threads that write to it and the connections that read from it. */
final class StoreConnections implements AutoCloseable {
  final DatabaseDialect database;
  final ReadConnectionPool readers;
  private final List<GroupWriter> writers = new ArrayList<>();
  private final WriterAffinity lanes;
  private final ExecutorService completer;

  StoreConnections(DatabaseDialect database) {
    this.database = database;
    readers = new ReadConnectionPool(database);
    completer =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "statute-store-done");
              thread.setDaemon(true);
              return thread;
            });
    for (int i = 0; i < database.writers(); i++) {
      writers.add(new GroupWriter("statute-store-" + i, database, completer));
    }
    lanes = new WriterAffinity(writers, Runtime.getRuntime().availableProcessors());
  }

  /** What is written for one key is written in the order in which it came. */
  <T> CompletableFuture<T> write(String key, StoreWrite<T> write) {
    return writers.get(Math.floorMod(key.hashCode(), writers.size())).submit(write);
  }

  /** The same for what is of an agent, which has nothing to do with what is of others. */
  <T> CompletableFuture<T> ofAgent(String agent, StoreWrite<T> write) {
    return lanes.submit(agent, write);
  }

  /** Waits until it is written. */
  <T> T written(String key, StoreWrite<T> write) {
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

  <T> T task(String key, String doing, SimpleWrite.Running<T> running) {
    return written(key, SimpleWrite.task(doing, running));
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
