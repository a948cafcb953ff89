package dev.statute.telemetry.internal.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Usable space of file systems. */
final class DiskSpace {
  private DiskSpace() {}

  static long usable(Path path) throws IOException {
    return Files.getFileStore(path).getUsableSpace();
  }
}
