package dev.statute.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files that paths on a command line mean. */
final class FileTree {
  private FileTree() {}

  /**
   * Files as given, and of folders all files that {@code wanted} takes, at any depth, sorted by
   * path; hidden folders and build output are passed over. Each file once.
   */
  static List<Path> files(Collection<Path> paths, Predicate<Path> wanted) throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        List<Path> found = new ArrayList<>();
        walk(path, wanted, found);
        files.addAll(found);
      } else if (Files.exists(path)) {
        files.add(path);
      } else {
        throw new WrongUse("there is no file or folder '" + path + "'");
      }
    }
    return List.copyOf(files);
  }

  /** A folder and those in it that are looked through. */
  static List<Path> folders(Path folder) throws IOException {
    List<Path> found = new ArrayList<>(List.of(folder));
    try (Stream<Path> listed = Files.list(folder)) {
      for (Path member : listed.sorted().toList()) {
        if (Files.isDirectory(member) && isSearched(member)) {
          found.addAll(folders(member));
        }
      }
    }
    return found;
  }

  private static boolean isSearched(Path folder) {
    return !name(folder).startsWith(".") && !name(folder).equals("target");
  }

  private static void walk(Path folder, Predicate<Path> wanted, List<Path> found)
      throws IOException {
    List<Path> members;
    try (Stream<Path> listed = Files.list(folder)) {
      members = listed.sorted().toList();
    }
    for (Path member : members) {
      if (Files.isDirectory(member)) {
        if (isSearched(member)) {
          walk(member, wanted, found);
        }
      } else if (wanted.test(member)) {
        found.add(member);
      }
    }
  }

  static String name(Path file) {
    return String.valueOf(file.getFileName());
  }
}
