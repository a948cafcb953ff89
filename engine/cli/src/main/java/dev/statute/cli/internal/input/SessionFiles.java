package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recorded sessions for paths of a command line. A named file is always read. Of a folder, files
 * with the name of a log are read; {@code .json} files, which may be anything, only if they are in
 * the format of some agent program. A database is the sessions in it.
 *
 * @param skipped files of folders that are no sessions, in order
 * @param unread possible sessions that could not be read, a line for each
 */
public record SessionFiles(List<Path> files, List<Path> skipped, List<String> unread) {
  private static final int NAMED = 5;

  public SessionFiles {
    files = List.copyOf(files);
    skipped = List.copyOf(skipped);
    unread = List.copyOf(unread);
  }

  /**
   * Finds the sessions.
   *
   * @param format their format; null = detect for each file
   */
  public static SessionFiles of(Collection<Path> paths, @Nullable LogFormat format) {
    List<Path> leftOut = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    List<Path> named = new ArrayList<>(paths);
    named.removeIf(path -> !Files.exists(path) && SessionDatabase.of(path).isPresent());
    List<Path> addressed = new ArrayList<>(paths);
    addressed.removeAll(named);
    for (Path path : named) {
      InputFiles.requirePlain(path, "a session");
    }
    FileTree tree =
        FileTree.of(
            named,
            file -> {
              boolean session =
                  hasLogExtension(file) || (isRegularFile(file) && isSession(file, format, unread));
              if (!session) {
                leftOut.add(file);
              }
              return session;
            });
    List<String> notes = new ArrayList<>(tree.unreadNotes());
    notes.addAll(unread);
    for (Path path : named) {
      if (Files.isDirectory(path)
          && tree.files().stream().noneMatch(file -> file.startsWith(path))) {
        notes.add("not read: " + path + ": there is no session in this folder");
      }
    }
    Set<Path> files = new LinkedHashSet<>();
    for (Path file : tree.files()) {
      files.addAll(
          SessionDatabase.of(file)
              .map(database -> database.sessions(format))
              .orElse(List.of(file)));
    }
    files.addAll(addressed);
    return new SessionFiles(List.copyOf(files), leftOut, notes);
  }

  /** Parses the value of {@code --format}; null = detect for each file. */
  public static @Nullable LogFormat parseFormat(@Nullable String word) {
    return word == null
        ? null
        : LogFormat.ofWord(word)
            .orElseThrow(
                () ->
                    new UsageException("no format '" + word + "'; there are " + LogFormat.words()));
  }

  private static boolean isRegularFile(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isSession(Path file, @Nullable LogFormat format, List<String> unread) {
    if (SessionDatabase.of(file).isPresent()) {
      return true;
    }
    if (!baseName(file).endsWith(".json")) {
      return false;
    }
    try {
      Optional<UnsupportedForm> unsupported = UnsupportedForm.of(file, format);
      if (unsupported.isPresent()) {
        unread.add("not read: " + unsupported.get().problem(file));
        return false;
      }
      if (format != null || RecordedSession.isForeignDocument(file)) {
        return true;
      }
      String calls = RecordedSession.foreignCalls(file);
      if (!calls.isEmpty()) {
        unread.add("not read: " + file + ": " + calls + " in a form that is not known");
      }
    } catch (IOException e) {
      unread.add("not read: " + file + ": " + FileTree.reason(e));
    }
    return false;
  }

  /** Tests for a name that only logs have. */
  public static boolean hasLogExtension(Path file) {
    String name = baseName(file);
    return name.endsWith(".jsonl")
        || name.endsWith(".ndjson")
        || name.endsWith(".traj")
        || name.endsWith(".chat.history.md");
  }

  private static String baseName(Path file) {
    String name = FileTree.fileName(file).toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  /** Describes the skipped files in one line; null if there are none. */
  @Nullable
  public String skippedNote() {
    if (skipped.isEmpty()) {
      return null;
    }
    StringBuilder out = new StringBuilder("left out, as they are in no form that is known: ");
    for (int i = 0; i < Math.min(NAMED, skipped.size()); i++) {
      out.append(i == 0 ? "" : ", ").append(skipped.get(i));
    }
    int more = skipped.size() - NAMED;
    return more > 0 ? out.append(" and ").append(more).append(" more").toString() : out.toString();
  }
}
