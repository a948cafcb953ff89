package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that commands write. */
public final class OutputFiles {
  private OutputFiles() {}

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
      throw unwritable(option + " " + file, file, e);
    }
  }

  /** Refuses to write over a file that the command reads. */
  public static void requireOther(String option, Path file, Path input) {
    try {
      if (Files.isSameFile(file, input)) {
        throw new UsageException(
            option + " " + file + " would overwrite '" + input + "', which is read; give another");
      }
    } catch (IOException e) {
      // the file is not there, so that nothing is overwritten
    }
  }

  /**
   * Creates the error for a file that could not be written.
   *
   * @param name the file in the message
   */
  public static UsageException unwritable(String name, Path file, IOException e) {
    return new UsageException(name + " cannot be written: " + reason(file, e));
  }

  private static String reason(Path file, IOException e) {
    if (Files.isDirectory(file)) {
      return "it is a folder";
    }
    if (e instanceof FileAlreadyExistsException other) {
      return "'" + other.getFile() + "' is no folder";
    }
    return e instanceof NoSuchFileException
        ? "there is no such folder"
        : e instanceof AccessDeniedException ? "it is not allowed" : FileTree.reason(e);
  }
}
