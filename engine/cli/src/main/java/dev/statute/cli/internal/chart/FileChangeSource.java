package dev.statute.cli.internal.chart;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;

/** Tells which files were written, made or removed. Confined to one thread. */
interface FileChangeSource extends Closeable {
  /** Watches these folders too, not what is in them. */
  void watch(Collection<Path> folders) throws IOException;

  /**
   * Waits until files in watched folders have changed and none has for a moment, as programs save
   * in several steps.
   *
   * @return the files, absolute and normalised; empty = there is nothing more to come
   */
  Set<Path> awaitChanges() throws InterruptedException;
}
