package dev.statute.yaml.internal.tree;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Whether a file lies in a folder. What counts is where it is in truth, whatever links, {@code ..}
 * or absolute paths its name goes through: a chart or a pack of a stranger must not show what is in
 * other files.
 */
public final class FolderContainment {
  private FolderContainment() {}

  /** Whether {@code file}, which is there, is inside {@code folder}, at any depth. */
  public static boolean contains(Path folder, Path file) {
    try {
      return file.toRealPath().startsWith(folder.toAbsolutePath().toRealPath());
    } catch (IOException unknown) {
      return false;
    }
  }

  /** Whether the name alone leads out of the folder, be there a file or not. */
  public static boolean escapes(Path folder, Path file) {
    return !file.toAbsolutePath().normalize().startsWith(folder.toAbsolutePath().normalize());
  }
}
