package dev.statute;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Load of several files at the same time, as compilation of rules takes most of it. The threads
 * have the context class loader of the caller, and end with the load.
 */
final class ParallelLoad {
  private ParallelLoad() {}

  /**
   * Loads files; the results are in the order of the files.
   *
   * @param load is called by several threads
   */
  static <T> Map<Path, T> of(Collection<Path> files, Function<Path, T> load) {
    Map<Path, T> results = new LinkedHashMap<>();
    int threads = Math.min(files.size(), Runtime.getRuntime().availableProcessors());
    if (threads < 2) {
      files.forEach(file -> results.put(file, load.apply(file)));
      return results;
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads, ParallelLoad::thread);
    try {
      Map<Path, CompletableFuture<T>> pending = new LinkedHashMap<>();
      for (Path file : files) {
        pending.put(file, CompletableFuture.supplyAsync(() -> load.apply(file), executor));
      }
      pending.forEach((file, result) -> results.put(file, join(result)));
    } finally {
      executor.shutdownNow();
    }
    return results;
  }

  private static <T> T join(CompletableFuture<T> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "statute-load");
    thread.setDaemon(true);
    return thread;
  }
}
