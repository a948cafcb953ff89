package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files that commands read, as the command line names them. */
public final class InputFiles {
  private InputFiles() {}

  /** Opens a file; {@code -} is the standard input, null is empty. */
  public static InputStream open(@Nullable String name, Console console) throws IOException {
    if (name == null) {
      return InputStream.nullInputStream();
    }
    return name.equals("-") ? console.in() : Files.newInputStream(requireFile(name));
  }

  public static Path requireFile(String name) {
    return requireReadable(path(name));
  }

  /** Returns the path of a name, which need not be that of a file. */
  public static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UsageException("'" + name + "' is no path: " + e.getReason());
    }
  }

  /**
   * Returns the file of a chart: the one that is named, or else the shipped chart of that name.
   * Refuses logs given as a chart, for which a YAML parser would report irrelevant errors.
   */
  public static Path requireChart(Path named) {
    Path shipped = Files.exists(named) ? null : ShippedCharts.file(named);
    Path file = shipped == null ? named : shipped;
    if (SessionFiles.hasLogExtension(requireReadable(file))) {
      throw new UsageException(
          "'" + file + "' is called like a log, and stands where a chart belongs");
    }
    return requirePlain(file, "a chart");
  }

  /**
   * Refuses what is neither a plain file nor a folder, such as a pipe.
   *
   * @param what its contents, such as {@code a chart}
   */
  public static Path requirePlain(Path path, String what) {
    if (Files.exists(path) && !Files.isDirectory(path) && !Files.isRegularFile(path)) {
      throw new UsageException(
          "'%s' is no plain file, and %s is read more than once; write it to one"
              .formatted(path, what));
    }
    return path;
  }

  public static Path requireExisting(Path path) {
    if (!Files.exists(path)) {
      throw new UsageException("there is no file or folder '" + path + "'");
    }
    return path;
  }

  public static Path requireReadable(Path file) {
    if (!Files.exists(file)) {
      throw new UsageException("there is no file '" + file + "'");
    }
    if (Files.isDirectory(file)) {
      throw new UsageException("'" + file + "' is a folder; give a file");
    }
    if (!Files.isReadable(file)) {
      throw new UsageException("'" + file + "' may not be read");
    }
    return file;
  }
}
