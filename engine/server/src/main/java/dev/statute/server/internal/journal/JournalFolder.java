package dev.statute.server.internal.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Folder of the decision logs of a store's instances. The file of the present life is {@code
 * ID.jsonl}, that of the first life {@code ID.1.jsonl}, once a second one began, and so on.
 * Thread-safe for different instances.
 */
final class JournalFolder {
  private static final String END = ".jsonl";
  private static final int MAX_NAME = 180;

  private final Path root;

  JournalFolder(Path root) {
    this.root = root;
  }

  /** File of the present life; may be missing. */
  Path file(String instance) {
    return folder(instance).resolve(name(instance) + END);
  }

  /** File of an earlier life, counted from 1. */
  Path file(String instance, int life) {
    return folder(instance).resolve(name(instance) + "." + life + END);
  }

  /** Number of earlier lives with a file. */
  int earlierLives(String instance) {
    int lives = 0;
    while (Files.exists(file(instance, lives + 1))) {
      lives++;
    }
    return lives;
  }

  /** Renames the file of the present life, if there is one, to that of an earlier life. */
  void beginLife(String instance) throws IOException {
    Path present = file(instance);
    if (Files.exists(present)) {
      Files.move(present, file(instance, earlierLives(instance) + 1));
    }
    Files.createDirectories(folder(instance));
  }

  /** Deletes the files of an instance. */
  void delete(String instance) throws IOException {
    int lives = earlierLives(instance);
    for (int life = 1; life <= lives; life++) {
      Files.deleteIfExists(file(instance, life));
    }
    Files.deleteIfExists(file(instance));
  }

  /** Deletes the whole folder. */
  void deleteAll() {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path folder(String instance) {
    CRC32 sum = new CRC32();
    sum.update(instance.getBytes(UTF_8));
    return root.resolve(String.format("%02x", sum.getValue() & 0xFF));
  }

  /** Name without characters that file systems treat in their own way. */
  private static String name(String instance) {
    String name = URLEncoder.encode(instance, UTF_8).replace("*", "%2A").replace(".", "%2E");
    return name.length() <= MAX_NAME
        ? name
        : name.substring(0, MAX_NAME / 2) + "~" + UUID.nameUUIDFromBytes(instance.getBytes(UTF_8));
  }

  /** Appends lines to a log, all or none; an incomplete line at its end is cut off first. */
  static void append(RandomAccessFile log, String lines) throws IOException {
    long end = endOfLines(log);
    log.setLength(end);
    log.seek(end);
    try {
      log.write(lines.getBytes(UTF_8));
    } catch (IOException e) {
      log.setLength(end);
      throw e;
    }
  }

  /** Returns the length of a log without an incomplete line at its end. */
  private static long endOfLines(RandomAccessFile log) throws IOException {
    for (long end = log.length(); end > 0; end--) {
      log.seek(end - 1);
      if (log.read() == '\n') {
        return end;
      }
    }
    return 0;
  }

  /** Reads the first line of a life; null if it has none. */
  static @Nullable String firstLine(Path file) {
    if (!Files.exists(file)) {
      return null;
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))) {
      return lines.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads all lines of a life, without an incomplete one at the end. */
  static List<String> lines(Path file) {
    try {
      // readers of lines refuse a character that was cut
      String text = Files.exists(file) ? new String(Files.readAllBytes(file), UTF_8) : "";
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
