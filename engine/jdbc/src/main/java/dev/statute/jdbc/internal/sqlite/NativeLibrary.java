package dev.statute.jdbc.internal.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Loads SQLite's native code from one place per user, shared by all processes. The driver itself
 * unpacks a copy per process into the temporary folder and removes it at the end of the process:
 * each killed process leaves a megabyte there.
 *
 * <p>The place belongs to the user alone, and its content is compared with the driver's before it
 * is loaded. If it cannot be created, or the host has chosen a place, nothing changes.
 */
final class NativeLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
  private static final String PATH = "org.sqlite.lib.path";
  private static final String NAME = "org.sqlite.lib.name";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static boolean isShared;

  private NativeLibrary() {}

  /** Sets the place; before the driver is loaded. */
  static synchronized void useSharedCopy() {
    if (isShared) {
      return;
    }
    isShared = true;
    if (System.getProperty(PATH) != null || System.getProperty("org.sqlite.tmpdir") != null) {
      return;
    }
    try {
      Path home = cacheFolder();
      String name = LibraryLoaderUtil.getNativeLibName();
      byte[] content = home == null ? null : readLibrary(name);
      if (home != null && content != null) {
        Path folder = home.resolve("sqlite-" + SQLiteJDBCLoader.getVersion());
        install(folder, name, content);
        System.setProperty(PATH, folder.toString());
        System.setProperty(NAME, name);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("SQLite's native code is unpacked for this process alone", e);
    }
  }

  /** Returns the user's cache folder; null = unknown. */
  private static @Nullable Path cacheFolder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    String user = System.getProperty("user.home");
    if (cache != null && Path.of(cache).isAbsolute()) {
      return Path.of(cache, "statute");
    }
    return user == null || !Path.of(user).isAbsolute() ? null : Path.of(user, ".cache", "statute");
  }

  private static byte @Nullable [] readLibrary(String name) throws IOException {
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream in = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    }
  }

  /** Writes the library into a folder of the user alone, unless it is there unchanged. */
  static void install(Path folder, String name, byte[] content) throws IOException {
    Files.createDirectories(folder.getParent());
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      requireOwned(folder);
    }
    Path library = folder.resolve(name);
    if (Files.isRegularFile(library, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(library), content)) {
      return;
    }
    Path part = folder.resolve(name + "." + UUID.randomUUID());
    try {
      Files.write(part, content);
      Files.move(
          part, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("no way to put " + library + " there at once", e);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void requireOwned(Path folder) throws IOException {
    boolean mine =
        Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)
            && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS)
                .equals(Files.getOwner(folder.getParent()));
    if (!mine) {
      throw new IOException(folder + " is not this user's alone");
    }
  }
}
