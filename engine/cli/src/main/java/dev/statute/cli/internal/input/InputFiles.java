package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Access to files that the command line names. */
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
    try {
      return requireReadable(Path.of(name));
    } catch (InvalidPathException e) {
      throw new UsageException("'" + name + "' is no path: " + e.getReason());
    }
  }

  /** Refuses logs given as a chart, for which a YAML parser would report irrelevant errors. */
  public static Path requireChart(Path file) {
    if (SessionFiles.hasLogExtension(requireReadable(file))) {
      throw new UsageException(
          "'" + file + "' is called like a log, and stands where a chart belongs");
    }
    return file;
  }

  /** Checks that a file can be written before the work starts, not after it. */
  public static void checkWritable(String option, Path file) {
    boolean present = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    try (OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      out.flush();
      if (!present) {
        Files.delete(file);
      }
    } catch (IOException e) {
      String cause =
          Files.isDirectory(file)
              ? "it is a folder"
              : e instanceof NoSuchFileException ? "there is no such folder" : FileTree.reason(e);
      throw new UsageException(option + " " + file + " cannot be written: " + cause);
    }
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
