package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.Console;
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
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Growing logs of a file or a folder. New files of the folder are found as they come; a file that
 * is only named {@code .json} counts if it is in the format of an agent program.
 */
final class FileSource implements LogSource {
  private static final int MAX_OPEN = 256;

  private final Path root;
  private final Console console;
  private final BiFunction<String, Boolean, FollowedLog> newLog;
  private final Map<Path, FileTail> tails = new LinkedHashMap<>();
  private final Set<String> reported = new HashSet<>();

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
  public boolean read() throws IOException {
    find();
    boolean any = false;
    for (Map.Entry<Path, FileTail> each : tails.entrySet()) {
      try {
        any |= each.getValue().read();
      } catch (IOException e) {
        report("not read: " + each.getKey() + ": " + FileTree.reason(e));
      }
      if (tails.size() > MAX_OPEN) {
        each.getValue().close();
      }
    }
    return any;
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
    tails.values().forEach(FileTail::close);
  }
}
