package dev.statute.cli.internal.chart;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;

/** Source of written, created and deleted files. Confined to one thread. */
interface FileChangeSource extends Closeable {
  /**
   * Changes since the last ones.
   *
   * @param files changed files, absolute and normalised
   * @param complete false if changes were lost, so that any file may have changed
   */
  record FileChanges(Set<Path> files, boolean complete) {
    static final FileChanges NONE = new FileChanges(Set.of(), true);
  }

  /** Watches these folders too, without their subfolders. */
  void watch(Collection<Path> folders) throws IOException;

  /**
   * Waits until files in watched folders have changed and a short quiet period has passed, because
   * programs save in several steps.
   *
   * @return the changes; none = end of the changes
   */
  FileChanges awaitChanges() throws InterruptedException;
}
