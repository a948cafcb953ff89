package dev.statute.cli.internal.chart;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;

/** Source of written, created and deleted files. Confined to one thread. */
interface FileChangeSource extends Closeable {
  /** Watches these folders too, without their subfolders. */
  void watch(Collection<Path> folders) throws IOException;

  /**
   * Waits until files in watched folders have changed and a short quiet period has passed, because
   * programs save in several steps.
   *
   * @return the files, absolute and normalised; empty = end of the changes
   */
  Set<Path> awaitChanges() throws InterruptedException;
}
