package dev.statute.telemetry;

import dev.statute.telemetry.internal.resource.ProcessGroupProbe;
import dev.statute.telemetry.internal.resource.ThisProcessProbe;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Port to readings of resources. Called by one thread at a time; it may block for as long as the
 * system takes.
 */
@FunctionalInterface
public interface ResourceProbe {
  /**
   * Reads the present usage.
   *
   * @throws IOException if nothing can be read; the limits then keep the state they have
   */
  ResourceUsage read() throws IOException;

  /**
   * Creates a probe of the processes that belong to a leader: its group, its session, and its
   * descendants that left both. Elsewhere than on Linux only the processor time of the descendants
   * is known.
   *
   * @param leader process id of the leader, equal to the id of its group
   * @param disk a file or folder on the file system to watch
   */
  static ResourceProbe ofProcessGroup(long leader, Path disk) {
    return new ProcessGroupProbe(leader, disk);
  }

  /**
   * Creates a probe of this Java process and its machine.
   *
   * @param disk a file or folder on the file system to watch
   */
  static ResourceProbe ofThisProcess(Path disk) {
    return new ThisProcessProbe(disk);
  }
}
