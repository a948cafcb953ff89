package dev.statute.telemetry.internal.resource;

import dev.statute.telemetry.ResourceProbe;
import dev.statute.telemetry.ResourceUsage;
import dev.statute.telemetry.internal.resource.LinuxProcFiles.ProcessStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Probe of the processes that belong to a leader. */
public final class ProcessGroupProbe implements ResourceProbe {
  /** Part of a second in which Linux counts processor time, on all of its architectures. */
  private static final int TICKS_PER_SECOND = 100;

  private final long leader;
  private final Path disk;
  private final LinuxProcFiles files;

  /** Creates a probe of this machine. */
  public ProcessGroupProbe(long leader, Path disk) {
    this(leader, disk, new LinuxProcFiles(Path.of("/proc")));
  }

  ProcessGroupProbe(long leader, Path disk, LinuxProcFiles files) {
    this.leader = leader;
    this.disk = disk;
    this.files = files;
  }

  @Override
  public ResourceUsage read() throws IOException {
    long diskFree = Files.getFileStore(disk).getUsableSpace();
    if (!files.exist()) {
      return new ResourceUsage(descendantsTime(), null, null, diskFree);
    }
    List<ProcessStatus> all = files.processes();
    Set<Long> members = members(all);
    long ticks = 0;
    long memory = 0;
    for (ProcessStatus process : all) {
      if (members.contains(process.id())) {
        ticks += process.ticks();
        memory += files.memory(Long.toString(process.id()));
      }
    }
    return new ResourceUsage(
        Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND),
        memory,
        files.availableMemory(),
        diskFree);
  }

  private Set<Long> members(List<ProcessStatus> all) {
    Set<Long> members = new HashSet<>();
    all.stream()
        .filter(p -> p.id() == leader || p.group() == leader || p.session() == leader)
        .forEach(p -> members.add(p.id()));
    int before = -1;
    while (before < members.size()) {
      before = members.size();
      all.stream().filter(p -> members.contains(p.parent())).forEach(p -> members.add(p.id()));
    }
    return members;
  }

  private Duration descendantsTime() {
    return ProcessHandle.of(leader).stream()
        .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
