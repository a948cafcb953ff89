package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ProgressBar;
import dev.statute.cli.internal.input.FileTree;
import dev.statute.cli.internal.input.SessionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Growing logs of a file or a folder. New files of the folder are found as they come; a file that
 * is only named {@code .json} counts if it is in the format of an agent program. Several changed
 * files are read at once.
 */
final class FileSource implements LogSource {
  private static final int MAX_OPEN = 256;

  private final Path root;
  private final Console console;
  private final BiFunction<String, Boolean, FollowedLog> newLog;
  private final Map<Path, FileTail> tails = new LinkedHashMap<>();
  private final Set<String> reported = new HashSet<>();

  /** One thread per processor. */
  private final ExecutorService readers =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(),
          work -> {
            Thread reader = new Thread(work, "statute-follow");
            reader.setDaemon(true);
            return reader;
          });

  /**
   * Creates a source.
   *
   * @param newLog creates a log by its name; true = it counts only if it shows the format of an
   *     agent program
   */
  FileSource(Path root, Console console, BiFunction<String, Boolean, FollowedLog> newLog) {
    this.root = root;
    this.console = console;
    this.newLog = newLog;
  }

  @Override
  public boolean read(Consumer<FollowedLog> whenRead) throws IOException {
    find();
    Map<Path, FileTail> changed = new LinkedHashMap<>();
    tails.forEach(
        (file, tail) -> {
          if (isChanged(file, tail)) {
            changed.put(file, tail);
          }
        });
    ProgressBar bar = new ProgressBar(console, changed.size());
    boolean any = false;
    try {
      Map<Path, Future<Boolean>> reads = new LinkedHashMap<>();
      changed.forEach((file, tail) -> reads.put(file, readers.submit(() -> read(tail))));
      for (Map.Entry<Path, Future<Boolean>> each : reads.entrySet()) {
        any |= result(each.getKey(), each.getValue());
        if (changed.size() > 1) {
          bar.step();
        }
        whenRead.accept(Objects.requireNonNull(changed.get(each.getKey())).log());
      }
    } finally {
      bar.end();
    }
    return any;
  }

  private boolean isChanged(Path file, FileTail tail) {
    try {
      return tail.isChanged();
    } catch (IOException e) {
      report("not read: " + file + ": " + FileTree.reason(e));
      return false;
    }
  }

  private boolean read(FileTail tail) throws IOException {
    try {
      return tail.read();
    } finally {
      if (tails.size() > MAX_OPEN) {
        tail.close();
      }
    }
  }

  private boolean result(Path file, Future<Boolean> read) throws IOException {
    try {
      return read.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        report("not read: " + file + ": " + FileTree.reason(io));
        return false;
      }
      throw e.getCause() instanceof RuntimeException runtime
          ? runtime
          : new IllegalStateException(e.getCause());
    }
  }

  private void find() {
    if (!Files.isDirectory(root)) {
      tails.computeIfAbsent(root, file -> newTail(file, false));
      return;
    }
    FileTree tree = FileTree.of(List.of(root), file -> isNamed(file) || isPossible(file));
    tree.unreadNotes().forEach(this::report);
    for (Path file : tree.files()) {
      tails.computeIfAbsent(file, each -> newTail(each, !isNamed(each)));
    }
  }

  private FileTail newTail(Path file, boolean isOptional) {
    return new FileTail(file, newLog.apply(file.toString(), isOptional));
  }

  private static boolean isNamed(Path file) {
    return SessionFiles.hasLogExtension(file);
  }

  private static boolean isPossible(Path file) {
    return FileTree.fileName(file).endsWith(".json");
  }

  private void report(String note) {
    if (reported.add(note)) {
      console.printNotice(note);
    }
  }

  @Override
  public void await(Duration atMost) throws InterruptedException {
    Thread.sleep(atMost.toMillis());
  }

  @Override
  public boolean isEnded() {
    return false;
  }

  @Override
  public boolean hasUnread() {
    return !reported.isEmpty();
  }

  @Override
  public void finish() {
    tails.values().forEach(FileTail::finish);
  }

  @Override
  public void close() {
    readers.shutdown();
    tails.values().forEach(FileTail::close);
  }
}
