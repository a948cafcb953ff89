package dev.statute.guard.internal.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that are reached without a link. */
public final class PlainFiles {
  private PlainFiles() {}

  /** Returns the first path below a root, on the way to a file, that is a link; else the file. */
  private static Path firstLink(Path root, Path file) {
    Path each = root;
    for (Path name : root.relativize(file)) {
      each = each.resolve(name);
      if (Files.isSymbolicLink(each)) {
        return each;
      }
    }
    return file;
  }

  /** Tests whether a file, or a folder between it and a root, is a link. */
  public static boolean isLinked(Path root, Path file) {
    return Files.isSymbolicLink(firstLink(root, file));
  }

  /**
   * Checks that neither a file nor a folder between it and a root is a link.
   *
   * @throws IllegalArgumentException if one is
   */
  public static void requirePlain(Path root, Path file) {
    Path link = firstLink(root, file);
    if (Files.isSymbolicLink(link)) {
      throw new IllegalArgumentException(
          "'" + link + "' is a link, and nothing is read or written through one");
    }
  }

  /** Writes a file, or fails if it is a link. */
  public static void write(Path file, byte[] content) throws IOException {
    Files.write(
        file,
        content,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE,
        LinkOption.NOFOLLOW_LINKS);
  }
}
