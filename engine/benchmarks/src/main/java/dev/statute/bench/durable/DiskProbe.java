package dev.statute.bench.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Benchmark of the disk itself: duration of a small write that must survive a power failure. */
final class DiskProbe {
  private static final int PAGE = 4096;
  private static final long NANOS = 300_000_000;

  private DiskProbe() {}

  /** Duration in nanoseconds of writing a page with fdatasync, measured for a third of a second. */
  static long flush(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "probe", ".bin");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
      for (int i = 0; i < 256; i++) { // overwrites like a log: the file's size does not change
        channel.write(page.clear(), (long) i * PAGE);
      }
      channel.force(true);
      long start = System.nanoTime();
      long count = 0;
      while (System.nanoTime() - start < NANOS) {
        channel.write(page.clear(), count % 256 * PAGE);
        channel.force(false);
        count++;
      }
      return (System.nanoTime() - start) / count;
    } finally {
      Files.delete(file);
    }
  }
}
