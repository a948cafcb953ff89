package dev.statute.runtime.internal.stream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * File of lines that is rotated when full: {@code log.jsonl} becomes {@code log.1.jsonl}, which
 * becomes {@code log.2.jsonl}. A line longer than the limit gets a file of its own.
 *
 * <p>A failed operation can be repeated: a partial line is written again at the same position, a
 * kept file is not rotated twice, and a file that was moved or removed is created again. Confined
 * to one thread.
 */
public final class RotatingFile {
  /** Bytes buffered before {@link #flush}. */
  private static final int BUFFER_SIZE = 1 << 16;

  private final Path file;
  private final long bytes;
  private final int files;
  private final Opening opening;
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private @Nullable SeekableByteChannel channel;
  private @Nullable Object key;
  private long written;

  /** Creates a file, or truncates it. */
  public interface Opening {
    SeekableByteChannel open(Path file) throws IOException;
  }

  private RotatingFile(Path file, long bytes, int files, Opening opening) {
    this.file = file;
    this.bytes = bytes;
    this.files = files;
    this.opening = opening;
  }

  public static RotatingFile open(Path file, long bytes, int files) throws IOException {
    return open(
        file,
        bytes,
        files,
        path ->
            Files.newByteChannel(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE));
  }

  public static RotatingFile open(Path file, long bytes, int files, Opening opening)
      throws IOException {
    RotatingFile rotating = new RotatingFile(file, bytes, files, opening);
    rotating.openFile();
    return rotating;
  }

  /**
   * Writes a line, which is in the file after {@link #flush} at the latest.
   *
   * @throws IOException if it is not written
   */
  public void writeLine(String line) throws IOException {
    byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
    if (channel == null) {
      openFile();
    }
    long size = written + buffer.size();
    if (size > 0 && size + text.length > bytes) {
      flush();
      closeFile();
      openFile();
    } else if (buffer.size() > BUFFER_SIZE) {
      flush();
    }
    buffer.writeBytes(text);
  }

  public void flush() throws IOException {
    if (buffer.size() == 0) {
      return;
    }
    SeekableByteChannel to = channel;
    if (to == null || !Objects.equals(key, keyOf(file))) {
      closeFile();
      to = openFile();
    }
    to.position(written);
    ByteBuffer rest = ByteBuffer.wrap(buffer.toByteArray());
    while (rest.hasRemaining()) {
      to.write(rest);
    }
    written += buffer.size();
    buffer.reset();
  }

  public void close() throws IOException {
    flush();
    closeFile();
  }

  private void closeFile() throws IOException {
    SeekableByteChannel old = channel;
    channel = null;
    if (old != null) {
      old.close();
    }
  }

  private SeekableByteChannel openFile() throws IOException {
    if (Files.exists(file) && Files.size(file) > 0) {
      rotate();
    }
    SeekableByteChannel fresh = opening.open(file);
    channel = fresh;
    key = keyOf(file);
    written = 0;
    return fresh;
  }

  /** Returns the identity of a file apart from its name; null on systems without one. */
  private static @Nullable Object keyOf(Path file) throws IOException {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key == null ? "there" : key;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Rotates up to the first free number: files rotated before a failure stay. */
  private void rotate() throws IOException {
    if (files == 1) {
      Files.deleteIfExists(file);
      return;
    }
    int last = 1;
    while (last < files - 1 && Files.exists(numbered(last))) {
      last++;
    }
    for (int number = last; number > 1; number--) {
      Files.move(numbered(number - 1), numbered(number), StandardCopyOption.REPLACE_EXISTING);
    }
    Files.move(file, numbered(1), StandardCopyOption.REPLACE_EXISTING);
  }

  private Path numbered(int number) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    String numbered =
        dot < 1 ? name + "." + number : name.substring(0, dot) + "." + number + name.substring(dot);
    return file.resolveSibling(numbered);
  }
}
