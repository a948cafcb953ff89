package dev.statute.cli;

import dev.statute.logs.LogFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The recorded sessions that paths on a command line mean. A file that is named is read, whatever
 * it is called. Of a folder those are that are called like a log; as much else is called {@code
 * .json}, such a one only if it is written in the form of some agent program.
 *
 * @param leftOut files of folders that are no sessions, in order
 */
record SessionFiles(List<Path> files, List<Path> leftOut) {
  private static final int NAMED = 5;

  SessionFiles {
    files = List.copyOf(files);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Finds them.
   *
   * @param format what they are written in; null = told file by file
   */
  static SessionFiles of(Collection<Path> paths, @Nullable LogFormat format) throws IOException {
    List<Path> leftOut = new ArrayList<>();
    try {
      List<Path> files =
          FileTree.files(
              paths,
              file -> {
                boolean session = isSession(file, format);
                if (!session) {
                  leftOut.add(file);
                }
                return session;
              });
      return new SessionFiles(files, leftOut);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isSession(Path file, @Nullable LogFormat format) {
    if (isCalledLog(file)) {
      return true;
    }
    try {
      return plainName(file).endsWith(".json")
          && (format != null || Recording.isOfAnotherProgram(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a file has a name that only logs have. */
  static boolean isCalledLog(Path file) {
    String name = plainName(file);
    return name.endsWith(".jsonl") || name.endsWith(".ndjson") || name.endsWith(".traj");
  }

  private static String plainName(Path file) {
    String name = FileTree.name(file).toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  /** What was left out, in one line; null if nothing was. */
  @Nullable String note() {
    if (leftOut.isEmpty()) {
      return null;
    }
    StringBuilder out = new StringBuilder("left out, as they are in no form that is known: ");
    for (int i = 0; i < Math.min(NAMED, leftOut.size()); i++) {
      out.append(i == 0 ? "" : ", ").append(leftOut.get(i));
    }
    int more = leftOut.size() - NAMED;
    return more > 0 ? out.append(" and ").append(more).append(" more").toString() : out.toString();
  }
}
