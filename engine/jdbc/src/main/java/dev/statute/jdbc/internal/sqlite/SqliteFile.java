package dev.statute.jdbc.internal.sqlite;

import dev.statute.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Checks of an SQLite file outside of SQLite: presence, identity, size and permissions. */
final class SqliteFile {
  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final String NO_SQLITE = "is no SQLite file";

  /** Bytes of SQLite's smallest page: a shorter file has no content. */
  static final int MIN_PAGE_SIZE = 512;

  private final Path file;

  /** Identity of the opened file apart from its name; null = unknown. */
  private volatile @Nullable Object fileKey;

  SqliteFile(Path file) {
    this.file = file;
  }

  Path path() {
    return file;
  }

  long size() throws IOException {
    return Files.size(file);
  }

  /** Remembers the identity of the opened file. */
  void remember() {
    try {
      fileKey = fileKey();
    } catch (IOException e) {
      throw unreachable("cannot be read: " + e.getMessage());
    }
  }

  private @Nullable Object fileKey() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** Detects a deleted file, which can be written to while open, and is lost afterwards. */
  void checkPresent() throws SQLException {
    Object opened = fileKey;
    if (opened == null) {
      return;
    }
    try {
      if (!opened.equals(fileKey())) {
        throw SqliteFaults.fileReplaced("replaced by another one");
      }
    } catch (NoSuchFileException e) {
      throw SqliteFaults.fileReplaced("moved or deleted");
    } catch (IOException e) {
      throw SqliteFaults.fileReplaced("taken away (" + e.getMessage() + ")");
    }
  }

  /** Checks a file before SQLite opens it. */
  void check() {
    Path folder = file.getParent();
    if (Files.isDirectory(file)) {
      throw unreachable("is a folder, not a file");
    }
    if (!Files.exists(file)) {
      if (folder == null || !Files.isDirectory(folder)) {
        throw unreachable("cannot be made: there is no folder " + folder);
      }
      return;
    }
    if (!Files.isReadable(file) || !Files.isWritable(file)) {
      throw unreachable("must be readable and writable for this user");
    }
    try {
      long size = Files.size(file);
      if (size > 0 && size < MIN_PAGE_SIZE) {
        throw startsAsOurs() ? truncated() : foreign(NO_SQLITE);
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Reads the start of a file that is too short to be in use. */
  private boolean startsAsOurs() throws IOException {
    byte[] all = Files.readAllBytes(file);
    int length = Math.min(all.length, MAGIC.length);
    return Arrays.equals(all, 0, length, MAGIC, 0, length);
  }

  /** Tests for a file that ends within a page; pages of the log may not be in the file yet. */
  boolean isTruncated(int page) {
    try {
      return !hasLog() && Files.size(file) % page != 0;
    } catch (IOException e) {
      throw unreachable("cannot be read: " + e.getMessage());
    }
  }

  private boolean hasLog() throws IOException {
    Path log = Path.of(file + "-wal");
    return Files.exists(log) && Files.size(log) > 0;
  }

  StoreException truncated() {
    return new StoreException("corrupted", file + " is cut off; restore it from a backup", null);
  }

  StoreException unreadable(IOException cause) {
    return new StoreException(
        "unreachable", file + " cannot be read: " + cause.getMessage(), cause);
  }

  private StoreException unreachable(String what) {
    return new StoreException("unreachable", file + " " + what, null);
  }

  StoreException foreign(String what) {
    return new StoreException(
        "foreign", file + " " + what + "; give the path of a store, or of a file to be made", null);
  }
}
