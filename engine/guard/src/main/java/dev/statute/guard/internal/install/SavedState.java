package dev.statute.guard.internal.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies of a configuration file before and after its hooks were added, and the folders that were
 * created for it, so that they can be removed without a trace.
 *
 * @param folder where the copies are
 * @param vendor name of the agent program
 */
record SavedState(Path folder, String vendor) {
  boolean exists() {
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
  void save(byte @Nullable [] original, byte[] changed, List<Path> created) throws IOException {
    if (original != null) {
      Files.write(before(), original);
    }
    Files.write(folders(), created.stream().map(Path::toString).toList());
    Files.write(after(), changed);
  }

  boolean isUnchanged(byte[] current) throws IOException {
    return Arrays.equals(current, Files.readAllBytes(after()));
  }

  /** Returns the content before, or null if there was no file. */
  byte @Nullable [] original() throws IOException {
    return Files.exists(before()) ? Files.readAllBytes(before()) : null;
  }

  /** Returns the created folders, the innermost first. */
  List<Path> created() throws IOException {
    return Files.readAllLines(folders(), StandardCharsets.UTF_8).stream().map(Path::of).toList();
  }

  void delete() throws IOException {
    Files.deleteIfExists(before());
    Files.deleteIfExists(folders());
    Files.deleteIfExists(after());
  }
}
