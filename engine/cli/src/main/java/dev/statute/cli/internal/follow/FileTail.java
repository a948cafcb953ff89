package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.input.RecordedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Growing file. Rotation, truncation and rewriting are recognized: by the identity of the file, by
 * its size, and by the bytes at its begin and before the position that was read. Then it is read
 * again from its begin. A file that is missing for a while may come back. Confined to one thread.
 */
final class FileTail {
  private static final int SAMPLE_BYTES = 256;

  /** Buffers for what is read, one for each thread that reads and none for each of many files. */
  private static final ThreadLocal<byte[]> BUFFER =
      ThreadLocal.withInitial(() -> new byte[1 << 16]);

  private final Path file;
  private final FollowedLog log;
  private LineSplitter splitter = new LineSplitter();
  private @Nullable FileChannel channel;
  private @Nullable Object identity;
  private @Nullable FileTime modified;
  private long size;
  private long position;
  private byte[] begin = new byte[0];
  private byte[] end = new byte[0];
  private boolean isWhole;

  FileTail(Path file, FollowedLog log) {
    this.file = file;
    this.log = log;
  }

  FollowedLog log() {
    return log;
  }

  /**
   * Tests for a change since the last call of {@link #read}; a missing file may have been moved.
   */
  boolean isChanged() throws IOException {
    try {
      return !isAsRead(Files.readAttributes(file, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return channel != null;
    }
  }

  private boolean isAsRead(BasicFileAttributes now) {
    return !isOther(now) && now.size() == size && now.lastModifiedTime().equals(modified);
  }

  private boolean isOther(BasicFileAttributes now) {
    return identity != null && !Objects.equals(identity, now.fileKey());
  }

  /**
   * Reads what was written since the last call.
   *
   * @return whether there was anything
   * @throws IOException if the file is there and cannot be read
   */
  boolean read() throws IOException {
    BasicFileAttributes now;
    try {
      now = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      return channel != null && readRest();
    }
    if (isAsRead(now)) {
      return false;
    }
    boolean isOther = isOther(now);
    if (isOther) {
      readRest();
      close();
    }
    if (isOther || isWhole || now.size() < position || !hasSameBytes()) {
      restart();
    }
    identity = now.fileKey();
    modified = now.lastModifiedTime();
    size = now.size();
    boolean any = readNew();
    log.pauseAfter(splitter);
    return any || isOther;
  }

  private void restart() {
    if (position > 0) {
      log.restart();
    }
    isWhole = false;
    position = 0;
    begin = new byte[0];
    end = new byte[0];
    splitter = new LineSplitter();
  }

  /** Reads the rest of a file that was renamed or removed. */
  private boolean readRest() throws IOException {
    long before = position;
    FileChannel open = channel;
    if (open != null) {
      readTo(open, Long.MAX_VALUE);
    }
    if (position > before) {
      log.pauseAfter(splitter);
    }
    return position > before;
  }

  private boolean readNew() throws IOException {
    FileChannel open = open();
    if (position == 0 && isEncoded(open)) {
      return readWhole();
    }
    long before = position;
    readTo(open, size);
    return position > before;
  }

  private void readTo(FileChannel open, long limit) throws IOException {
    byte[] buffer = BUFFER.get();
    while (position < limit) {
      int count = open.read(ByteBuffer.wrap(buffer), position);
      if (count <= 0) {
        return;
      }
      splitter.add(buffer, count, log);
      keepSamples(buffer, count);
      position += count;
    }
  }

  private void keepSamples(byte[] buffer, int count) {
    if (begin.length < SAMPLE_BYTES) {
      int more = Math.min(count, SAMPLE_BYTES - begin.length);
      byte[] longer = Arrays.copyOf(begin, begin.length + more);
      System.arraycopy(buffer, 0, longer, begin.length, more);
      begin = longer;
    }
    byte[] all = Arrays.copyOf(end, end.length + count);
    System.arraycopy(buffer, 0, all, end.length, count);
    end = Arrays.copyOfRange(all, Math.max(0, all.length - SAMPLE_BYTES), all.length);
  }

  private boolean hasSameBytes() throws IOException {
    return begin.length == 0
        || (Arrays.equals(begin, sample(0, begin.length))
            && Arrays.equals(end, sample(position - end.length, end.length)));
  }

  private byte[] sample(long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    FileChannel open = open();
    int read = 1;
    while (bytes.hasRemaining() && read > 0) {
      read = open.read(bytes, from + bytes.position());
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private FileChannel open() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      open = FileChannel.open(file, StandardOpenOption.READ);
      channel = open;
    }
    return open;
  }

  /** Tests for gzip and UTF-16, which do not grow line by line. */
  private static boolean isEncoded(FileChannel open) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(2);
    if (open.read(head, 0) < 2) {
      return false;
    }
    int first = (head.get(0) & 0xFF) << 8 | (head.get(1) & 0xFF);
    return first == 0x1F8B || first == 0xFFFE || first == 0xFEFF;
  }

  /** Reads an encoded file, which is read again when it changes. */
  private boolean readWhole() throws IOException {
    byte[] buffer = BUFFER.get();
    try (InputStream in = RecordedFile.open(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        splitter.add(buffer, count, log);
      }
    }
    isWhole = true;
    position = size;
    return true;
  }

  /** Ends the log. */
  void finish() {
    log.finish(splitter.rest());
    close();
  }

  /** Closes the file until it is read again. */
  void close() {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // it was only read
      }
    }
  }
}
