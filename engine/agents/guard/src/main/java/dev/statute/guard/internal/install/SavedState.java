package dev.statute.guard.internal.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
   */
  public void save(byte @Nullable [] original, byte[] changed, List<Path> created)
      throws IOException {
    if (original != null) {
      Files.write(before(), original);
    }
    Files.write(folders(), created.stream().map(Path::toString).toList());
    Files.write(after(), changed);
  }

  public boolean isUnchanged(byte[] current) throws IOException {
    return Arrays.equals(current, Files.readAllBytes(after()));
  }

  /** Returns the content before, or null if there was no file. */
  public byte @Nullable [] original() throws IOException {
    return Files.exists(before()) ? Files.readAllBytes(before()) : null;
  }

  /** Returns the created folders, the innermost first. */
  public List<Path> created() throws IOException {
    return Files.readAllLines(folders(), StandardCharsets.UTF_8).stream().map(Path::of).toList();
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

  /** Creates missing folders and returns them, the innermost first. */
  public static List<Path> createFolders(Path folder) throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path each = folder; each != null && !Files.exists(each); each = each.getParent()) {
      missing.add(each);
    }
    Files.createDirectories(folder);
    return missing;
  }
}
