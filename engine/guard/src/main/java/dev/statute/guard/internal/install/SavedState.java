package dev.statute.guard.internal.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies of a configuration file before and after its hooks were added, and the folders that were
 * created for it, so that they can be removed without a trace.
 *
 * @param folder where the copies are
 * @param vendor name of the agent program
 */
public record SavedState(Path folder, String vendor) {
  public boolean exists() {
    return Files.exists(after());
  }

  private Path before() {
    return folder.resolve(vendor + ".before");
  }

  private Path after() {
    return folder.resolve(vendor + ".after");
  }

  private Path folders() {
    return folder.resolve(vendor + ".folders");
  }

  /**
   * Saves the state.
   *
   * @param original content before; null if there was no file
   * @param created number of folders around the file that were created for it
   */
  public void save(byte @Nullable [] original, byte[] changed, int created) throws IOException {
    if (original != null) {
      PlainFiles.write(before(), original);
    }
    PlainFiles.write(folders(), String.valueOf(created).getBytes(UTF_8));
    PlainFiles.write(after(), changed);
  }

  public boolean isUnchanged(byte[] current) throws IOException {
    return Arrays.equals(current, Files.readAllBytes(after()));
  }

  /** Returns the content before, or null if there was no file. */
  public byte @Nullable [] original() throws IOException {
    return Files.exists(before()) ? Files.readAllBytes(before()) : null;
  }

  /** Returns the number of folders around the file that were created for it. */
  public int created() throws IOException {
    try {
      return Integer.parseInt(Files.readString(folders()).strip());
    } catch (NoSuchFileException | NumberFormatException e) {
      return 0;
    }
  }

  public void delete() throws IOException {
    Files.deleteIfExists(before());
    Files.deleteIfExists(folders());
    Files.deleteIfExists(after());
  }

  /** Returns whether no program uses the folder any more. */
  public boolean isLast() throws IOException {
    if (!Files.exists(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.noneMatch(each -> each.getFileName().toString().endsWith(".after"));
    }
  }

  /** Deletes a folder without files. */
  public static void deleteIfEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        return;
      }
    }
    Files.delete(folder);
  }

  /** Creates missing folders and returns their number. */
  public static int createFolders(Path folder) throws IOException {
    int missing = 0;
    for (Path each = folder; each != null && !Files.exists(each); each = each.getParent()) {
      missing++;
    }
    Files.createDirectories(folder);
    return missing;
  }
}
