package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.yaml.PackFinder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.regex.Pattern;

/** Files that commands write. */
public final class OutputFiles {
  private static final Pattern SOURCE_NAME = Pattern.compile("\\.(ya?ml|scxml)$");

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

  /** Refuses to write over a file that the command reads, or over any chart or rules. */
  public static void requireOther(String option, Path file, Collection<Path> inputs) {
    if (!Files.exists(file)) {
      return;
    }
    for (Path input : inputs) {
      if (isSame(file, input)) {
        throw overwriting(option, file, "'" + input + "', which is read");
      }
    }
    if (PackFinder.isRuleFile(file) || SOURCE_NAME.matcher(file.toString()).find()) {
      throw overwriting(option, file, "a chart or rules");
    }
  }

  private static boolean isSame(Path file, Path input) {
    try {
      return Files.isSameFile(file, input);
    } catch (IOException e) {
      return false; // no such file, as '-' of the standard input
    }
  }

  private static UsageException overwriting(String option, Path file, String lost) {
    return new UsageException(option + " " + file + " would overwrite " + lost + "; give another");
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
