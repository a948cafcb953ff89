package dev.statute.runtime;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Lines in a file that is put aside when it is full: {@code log.jsonl} becomes {@code log.1.jsonl},
 * which was {@code log.2.jsonl} before. A line longer than a file gets one to itself. Confined to
 * one thread.
 */
final class RotatingFile {
  private final Path file;
  private final long bytes;
  private final int files;
  private OutputStream out;
  private long written;

  private RotatingFile(Path file, long bytes, int files) throws IOException {
    this.file = file;
    this.bytes = bytes;
    this.files = files;
    if (Files.exists(file) && Files.size(file) > 0) {
      aside();
    }
    out = new BufferedOutputStream(Files.newOutputStream(file));
  }

  static RotatingFile open(Path file, long bytes, int files) throws IOException {
    return new RotatingFile(file, bytes, files);
  }

  void line(String line) throws IOException {
    byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
    if (written > 0 && written + text.length > bytes) {
      out.close();
      aside();
      out = new BufferedOutputStream(Files.newOutputStream(file));
      written = 0;
    }
    out.write(text);
    written += text.length;
  }

  void flush() throws IOException {
    out.flush();
  }

  void close() throws IOException {
    out.close();
  }

  private void aside() throws IOException {
    if (files == 1) {
      Files.deleteIfExists(file);
      return;
    }
    for (int number = files - 1; number > 1; number--) {
      if (Files.exists(numbered(number - 1))) {
        Files.move(numbered(number - 1), numbered(number), StandardCopyOption.REPLACE_EXISTING);
      }
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
