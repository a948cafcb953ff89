package dev.statute.yaml.internal.tree;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Containment of files in folders by real path, with links, {@code ..} and absolute paths resolved:
 * a foreign chart or pack must not show the content of other files.
 */
public final class FolderContainment {
  private FolderContainment() {}

  /** Returns whether an existing {@code file} is inside {@code folder}, at any depth. */
  public static boolean contains(Path folder, Path file) {
    try {
      return file.toRealPath().startsWith(folder.toAbsolutePath().toRealPath());
    } catch (IOException unknown) {
      return false;
    }
  }

  /** Returns whether the name alone leads out of the folder; the file need not exist. */
  public static boolean escapes(Path folder, Path file) {
    return !file.toAbsolutePath().normalize().startsWith(folder.toAbsolutePath().normalize());
  }
}
