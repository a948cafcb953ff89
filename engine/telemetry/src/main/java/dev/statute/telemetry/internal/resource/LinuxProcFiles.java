package dev.statute.telemetry.internal.resource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the files of Linux' {@code /proc}. */
final class LinuxProcFiles {
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int GROUP = 2;
  private static final int SESSION = 3;
  private static final int USER_TIME = 11;
  private static final int CHILD_SYSTEM_TIME = 14;

  private final Path root;

  LinuxProcFiles(Path root) {
    this.root = root;
  }

  /**
   * Process as its {@code stat} file describes it.
   *
   * @param ticks processor time of the process and of its children that it waited for, in ticks
   */
  record ProcessStatus(long id, long parent, long group, long session, long ticks) {}

  /** Returns whether the system has these files. */
  boolean exist() {
    return Files.isReadable(root.resolve("self/stat"));
  }

  /** Returns all processes; one that ends during the reading may be missing. */
  List<ProcessStatus> processes() throws IOException {
    List<ProcessStatus> all = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root, "[0-9]*")) {
      for (Path folder : folders) {
        String text = read(folder.resolve("stat"));
        ProcessStatus status = text == null ? null : parse(text);
        if (status != null) {
          all.add(status);
        }
      }
    }
    return all;
  }

  /** Returns the resident memory of a process in bytes; 0 if it has ended. */
  long memory(String process) throws IOException {
    String status = read(root.resolve(process).resolve("status"));
    return status == null ? 0 : kilobytes(status, "VmRSS:");
  }

  /** Returns the available memory of the machine in bytes. */
  long availableMemory() throws IOException {
    return kilobytes(Files.readString(root.resolve("meminfo")), "MemAvailable:");
  }

  private static @Nullable String read(Path file) throws IOException {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      Path folder = file.getParent();
      if (folder != null && Files.isDirectory(folder)) {
        throw e;
      }
      return null; // ended between opening and reading
    }
  }

  private static long kilobytes(String text, String name) {
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).replace("kB", "").strip()) * 1024;
      }
    }
    return 0; // a kernel thread or a process that has just ended
  }

  /** The name in parentheses may hold blanks and parentheses itself. */
  private static @Nullable ProcessStatus parse(String text) {
    int end = text.lastIndexOf(')');
    int begin = text.indexOf('(');
    if (begin < 0 || end < begin) {
      return null;
    }
    String[] fields = text.substring(end + 1).strip().split(" ", -1);
    if (fields.length <= CHILD_SYSTEM_TIME || fields[STATE].isEmpty()) {
      return null;
    }
    long ticks = 0;
    for (int i = USER_TIME; i <= CHILD_SYSTEM_TIME; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return new ProcessStatus(
        Long.parseLong(text.substring(0, begin).strip()),
        Long.parseLong(fields[PARENT]),
        Long.parseLong(fields[GROUP]),
        Long.parseLong(fields[SESSION]),
        ticks);
  }
}
