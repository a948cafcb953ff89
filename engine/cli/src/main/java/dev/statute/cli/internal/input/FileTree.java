package dev.statute.cli.internal.input;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Files for paths of a command line. Links inside of folders are not followed: their targets are
 * inside too, or were not requested. The exception are files and folders that Kubernetes mounts,
 * which are links into a folder beside them whose name begins with {@code ..}.
 *
 * @param files each once, those of a folder sorted by path
 * @param unread unreadable paths with the reason
 */
public record FileTree(List<Path> files, Map<Path, String> unread) {
  public FileTree {
    files = List.copyOf(files);
    unread = Collections.unmodifiableMap(new LinkedHashMap<>(unread));
  }

  /**
   * Collects files as given, and of folders all files accepted by {@code wanted}, at any depth;
   * hidden folders and build output are skipped.
   */
  public static FileTree of(Collection<Path> paths, Predicate<Path> wanted) {
    Set<Path> files = new LinkedHashSet<>();
    Map<Path, String> unread = new LinkedHashMap<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        List<Path> found = new ArrayList<>();
        visit(path, path, wanted, found, unread);
        files.addAll(found);
      } else {
        files.add(InputFiles.requirePlain(InputFiles.requireExisting(path), "it"));
      }
    }
    return new FileTree(List.copyOf(files), unread);
  }

  /** Lists a folder and its subfolders, without skipped ones. */
  public static List<Path> folders(Path folder) {
    List<Path> found = new ArrayList<>(List.of(folder));
    for (Path member : listChildren(folder, new LinkedHashMap<>())) {
      if (Files.isDirectory(member, LinkOption.NOFOLLOW_LINKS) && isSearched(member)) {
        found.addAll(folders(member));
      }
    }
    return found;
  }

  private static boolean isSearchedPath(Path inside) {
    for (Path name : inside) {
      if (!isSearched(name)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSearched(Path folder) {
    return !fileName(folder).startsWith(".") && !fileName(folder).equals("target");
  }

  private static void visit(
      Path root, Path folder, Predicate<Path> wanted, List<Path> found, Map<Path, String> unread) {
    for (Path member : listChildren(folder, unread)) {
      if (Files.isSymbolicLink(member)) {
        visitLink(root, member, wanted, found, unread);
      } else if (Files.isDirectory(member, LinkOption.NOFOLLOW_LINKS)) {
        if (isSearched(member)) {
          visit(root, member, wanted, found, unread);
        }
      } else if (wanted.test(member)) {
        if (Files.isRegularFile(member, LinkOption.NOFOLLOW_LINKS)) {
          found.add(member);
        } else {
          unread.put(member, "it is no plain file");
        }
      }
    }
  }

  /** Follows a link to what is mounted; skips one into a visited folder; reports any other. */
  private static void visitLink(
      Path root, Path link, Predicate<Path> wanted, List<Path> found, Map<Path, String> unread) {
    try {
      if (Files.isDirectory(link) ? !isSearched(link) : !wanted.test(link)) {
        return;
      }
      Path top = root.toRealPath();
      Path shown = link.toRealPath();
      boolean mounted = isMounted(top, shown);
      if (mounted && Files.isRegularFile(shown)) {
        found.add(link);
      } else if (mounted
          && Files.isDirectory(shown)
          && !isMounted(top, link.resolveSibling("").toRealPath())) {
        visit(root, link, wanted, found, unread);
      } else if (!shown.startsWith(top) || !isSearchedPath(top.relativize(shown))) {
        unread.put(
            link,
            "it is a link, which is not followed, to what is not looked through here; name that"
                + " itself");
      }
    } catch (IOException e) {
      unread.put(link, "it is a link to what is not there");
    }
  }

  private static boolean isMounted(Path top, Path shown) {
    return shown.startsWith(top) && ("/" + top.relativize(shown)).contains("/..");
  }

  private static List<Path> listChildren(Path folder, Map<Path, String> unread) {
    List<Path> members = new ArrayList<>();
    try (DirectoryStream<Path> listed = Files.newDirectoryStream(folder)) {
      listed.forEach(members::add);
    } catch (IOException e) {
      unread.put(folder, reason(e));
    } catch (DirectoryIteratorException e) {
      unread.put(folder, reason(Objects.requireNonNull(e.getCause())));
    }
    members.sort(null);
    return members;
  }

  /** Describes the reason of a read error. */
  public static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "it may not be read";
    }
    if (e instanceof NoSuchFileException) {
      return "it is not there any more";
    }
    if (e instanceof CharacterCodingException) {
      return "it is not UTF-8";
    }
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return reason == null || reason.isBlank() ? "it cannot be read" : reason;
  }

  /** Describes unreadable paths, one line each. */
  public List<String> unreadNotes() {
    List<String> notes = new ArrayList<>();
    unread.forEach((path, cause) -> notes.add("not read: " + path + ": " + cause));
    return notes;
  }

  public static String fileName(Path file) {
    return String.valueOf(file.getFileName());
  }
}
