package dev.statute.cli.internal.follow;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Splitter of the bytes of a growing log into lines of UTF-8 text. A line above the limit is passed
 * over, not kept. Confined to one thread.
 */
final class LineSplitter {
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  /** Size of a line whose memory is kept for the next one. */
  private static final int MAX_KEPT = 1 << 14;

  private final int maxBytes;
  private ByteArrayOutputStream rest = new ByteArrayOutputStream();
  private boolean isFirst = true;
  private boolean isTooLong;
  private boolean isRestRead;

  LineSplitter() {
    this(MAX_BYTES);
  }

  LineSplitter(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Adds bytes and gives each line that they complete. */
  void add(byte[] bytes, int length, FollowedLog lines) {
    int from = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        keep(bytes, from, i - from);
        endLine(lines);
        from = i + 1;
      }
    }
    keep(bytes, from, length - from);
  }

  private void keep(byte[] bytes, int from, int length) {
    if (isTooLong || rest.size() + (long) length > maxBytes) {
      isTooLong = true;
      rest.reset();
    } else {
      rest.write(bytes, from, length);
    }
  }

  private void endLine(FollowedLog lines) {
    if (isTooLong) {
      lines.skipLine("this line has more than " + maxBytes + " bytes; it is left out");
    } else if (!isRestRead || rest.size() > 0) {
      lines.readLine(rest());
    }
    startLine();
    isRestRead = false;
  }

  private void startLine() {
    isTooLong = false;
    isFirst = false;
    if (rest.size() > MAX_KEPT) {
      rest = new ByteArrayOutputStream();
    } else {
      rest.reset();
    }
  }

  /** The last line, which has no end so far. */
  String rest() {
    String text = rest.toString(StandardCharsets.UTF_8);
    int start = isFirst && text.startsWith("\uFEFF") ? 1 : 0;
    int end = text.endsWith("\r") ? text.length() - 1 : text.length();
    return text.substring(Math.min(start, end), end);
  }

  /** Marks the last line as read, though its end may follow. */
  void markRestRead() {
    startLine();
    isRestRead = true;
  }
}
