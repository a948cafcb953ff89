package dev.statute.guard.internal.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.logs.SessionReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Log that an agent program writes of its session, read as it grows by the reader of its form. A
 * file that got shorter, or is another one, is read anew; so is one that is no sequence of lines,
 * up to {@value #MAX_DOCUMENT} bytes, each time it changes. Of a long one at most {@value
 * #MAX_READ} bytes are read at once. Only regular files are read. Confined to one thread.
 */
final class Transcript {
  private static final int MAX_READ = 32 << 20;
  private static final int MAX_DOCUMENT = 16 << 20;
  private static final int PART = 1 << 16;

  private final Path file;
  private SessionReader lines;
  private byte[] rest = new byte[0];
  private long position;
  private @Nullable Object key;
  private long size;
  private long modified;
  private long tokens;
  private double cost;

  Transcript(Path file) {
    this.file = file;
    lines = new SessionReader(file.toString(), null);
  }

  /** Tokens that the log says were used; 0 if it says nothing of tokens. */
  long tokens() {
    return tokens;
  }

  /** Cost that the log says; 0 if it says nothing of it. */
  double cost() {
    return cost;
  }

  /**
   * Reads what was added.
   *
   * @return why it cannot be read, as the end of a sentence; null if it can
   */
  @Nullable String update() {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      if (!now.isRegularFile()) {
        return "is no file";
      }
      if (now.size() == size && now.lastModifiedTime().toMillis() == modified) {
        return null;
      }
      if (now.size() < position || (key != null && !Objects.equals(key, now.fileKey()))) {
        restart();
      }
      key = now.fileKey();
      read();
      boolean isComplete = position == now.size();
      size = isComplete ? now.size() : -1;
      modified = now.lastModifiedTime().toMillis();
      if (isComplete && rest.length > 0 && lines.format().isEmpty()) {
        readDocument();
      } else {
        tokens = lines.tokens();
        cost = lines.cost();
      }
      boolean isUnknown = lines.isRecognized() && lines.format().isEmpty();
      return isUnknown ? "is in a form that is not known" : null;
    } catch (IOException e) {
      return "cannot be read";
    }
  }

  private void restart() {
    lines = new SessionReader(file.toString(), null);
    rest = new byte[0];
    position = 0;
  }

  /** Reads the lines that are complete. */
  private void read() throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer part = ByteBuffer.allocate(PART);
      for (long end = position + MAX_READ; position < end; position += part.limit()) {
        part.clear();
        if (channel.read(part, position) <= 0) {
          return;
        }
        part.flip();
        split(Arrays.copyOf(part.array(), part.limit()));
      }
    }
  }

  private void split(byte[] part) {
    byte[] bytes = Arrays.copyOf(rest, rest.length + part.length);
    System.arraycopy(part, 0, bytes, rest.length, part.length);
    int begin = 0;
    for (int i = rest.length; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        lines.read(new String(bytes, begin, i - begin, UTF_8));
        lines.drain(); // only the totals are wanted
        begin = i + 1;
      }
    }
    rest = Arrays.copyOfRange(bytes, begin, bytes.length);
  }

  /** Reads a file that is one document, which programs write anew as it grows. */
  private void readDocument() throws IOException {
    if (position <= MAX_DOCUMENT) {
      SessionReader whole = new SessionReader(file.toString(), null);
      Files.readString(file).lines().forEach(whole::read);
      whole.finish();
      tokens = whole.tokens();
      cost = whole.cost();
    }
    restart();
  }
}
