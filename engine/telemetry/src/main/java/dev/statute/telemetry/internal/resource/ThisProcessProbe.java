package dev.statute.telemetry.internal.resource;

import com.sun.management.OperatingSystemMXBean;
import dev.statute.telemetry.ResourceProbe;
import dev.statute.telemetry.ResourceUsage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Probe of this Java process: by Linux' files where they exist, else by the JDK's beans. */
public final class ThisProcessProbe implements ResourceProbe {
  private final Path disk;
  private final LinuxProcFiles files = new LinuxProcFiles(Path.of("/proc"));

  /** Creates a probe. */
  public ThisProcessProbe(Path disk) {
    this.disk = disk;
  }

  @Override
  public ResourceUsage read() throws IOException {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    boolean linux = files.exist();
    return new ResourceUsage(
        Duration.ofNanos(Math.max(0, system.getProcessCpuTime())),
        linux ? files.memory("self") : committed(),
        linux ? files.availableMemory() : system.getFreeMemorySize(),
        Files.getFileStore(disk).getUsableSpace());
  }

  private static long committed() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    return memory.getHeapMemoryUsage().getCommitted()
        + memory.getNonHeapMemoryUsage().getCommitted();
  }
}
