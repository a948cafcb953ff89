package dev.statute.guard.internal.install;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Folder of a user that holds what installations leave: scripts, and files as they were before. It
 * is never in the project, since whoever wrote the project could then say which files a removal
 * writes and deletes. Nothing below the user's folder for state is reached through a link.
 *
 * @param root user's folder for state
 * @param name name of the installation's folder
 */
public record StateFolder(Path root, String name) {
  /** Path between the user's folder for state and those of installations. */
  public static final String BASE = "statute/guard";

  /** Lock within this process; that of the file excludes other processes only. */
  private static final ReentrantLock LOCK = new ReentrantLock();

  /** Action on files. */
  @FunctionalInterface
  public interface FileAction<T> {
    T run() throws IOException;
  }

  /**
   * Returns the folder of the installations in a project, told by its real path.
   *
   * @param environment of the user's programs
   */
  public static StateFolder ofProject(Path project, Map<String, String> environment) {
    Path real;
    try {
      real = project.toRealPath();
    } catch (IOException e) {
      real = project;
    }
    return new StateFolder(root(environment), PathDigest.of(real));
  }

  /** Returns the folder of the installations in one file, told by its path. */
  public static StateFolder ofFile(Path file, Map<String, String> environment) {
    Path folder = Objects.requireNonNull(file.getParent());
    Path real;
    try {
      real = folder.toRealPath();
    } catch (IOException e) {
      real = folder;
    }
    return new StateFolder(
        root(environment), PathDigest.of(real.resolve(Objects.requireNonNull(file.getFileName()))));
  }

  /** Returns the folder of the installations for all projects of a user. */
  public static StateFolder ofUser(Map<String, String> environment) {
    return new StateFolder(root(environment), "user");
  }

  private static Path root(Map<String, String> environment) {
    Path given = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
    return given.isAbsolute() ? given : home(environment).resolve(".local/state");
  }

  /** Returns the home folder of the environment, or that of the user who runs this process. */
  static Path home(Map<String, String> environment) {
    Path given = Path.of(environment.getOrDefault("HOME", ""));
    return given.isAbsolute() ? given : Path.of(System.getProperty("user.home"));
  }

  /** Path of the folder. */
  public Path path() {
    return base().resolve(name);
  }

  private Path base() {
    return root.resolve(BASE);
  }

  /**
   * Runs an action while no other installation of the user runs one.
   *
   * @throws IllegalArgumentException if the folder is reached through a link
   */
  public <T extends @Nullable Object> T locked(FileAction<T> action) throws IOException {
    PlainFiles.requirePlain(root, path());
    LOCK.lock();
    try {
      while (true) {
        Files.createDirectories(base());
        Path file = base().resolve("lock");
        PlainFiles.requirePlain(root, file);
        try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
          Object opened = fileKey(file);
          channel.lock();
          if (opened != null && opened.equals(fileKey(file))) {
            try {
              return action.run();
            } finally {
              deleteUnused(file);
            }
          }
        } catch (NoSuchFileException e) {
          // the folder was removed by the one that had the lock
        }
      }
    } finally {
      LOCK.unlock();
    }
  }

  private static @Nullable Object fileKey(Path file) throws IOException {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        ? Objects.requireNonNullElse(
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey(),
            file)
        : null;
  }

  /** Deletes the file of the lock, and the folders, after the last installation. */
  private void deleteUnused(Path lock) throws IOException {
    try (var files = Files.list(base())) {
      if (files.anyMatch(each -> !each.equals(lock))) {
        return;
      }
    }
    Files.delete(lock);
    SavedState.deleteIfEmpty(base());
    SavedState.deleteIfEmpty(Objects.requireNonNull(base().getParent()));
  }
}
