package dev.statute.telemetry.internal.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.statute.telemetry.ResourceProbe;
import dev.statute.telemetry.ResourceUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessGroupProbeTest {
  @TempDir Path proc;

  private void process(
      String id, String name, int parent, int group, int session, int ticks, int kilobytes)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(id));
    Files.writeString(
        folder.resolve("stat"),
        "%s (%s) S %d %d %d 0 -1 0 0 0 0 0 %d 1 2 3 20 0 1 0\n"
            .formatted(id, name, parent, group, session, ticks));
    Files.writeString(
        folder.resolve("status"), "Name:\t%s\nVmRSS:\t%6d kB\n".formatted(name, kilobytes));
  }

  @Test
  void group_session_and_descendants_belong_to_the_leader_and_others_do_not() throws IOException {
    Files.writeString(proc.resolve("meminfo"), "MemTotal: 9 kB\nMemAvailable:   2048 kB\n");
    process("self", "java", 1, 1, 1, 0, 1);
    process("100", "agent", 1, 100, 100, 94, 1000);
    process("101", "odd ) name (", 100, 100, 100, 194, 200);
    process("102", "left the group", 101, 102, 100, 294, 30);
    process("103", "left the session", 102, 103, 103, 394, 4);
    process("200", "other", 1, 200, 200, 10_000, 100_000);
    Files.createDirectories(proc.resolve("104")); // has just ended

    ResourceUsage usage = new ProcessGroupProbe(100, proc, new LinuxProcFiles(proc)).read();

    assertThat(usage.cpuTime()).isEqualTo(Duration.ofSeconds(10));
    assertThat(usage.memory()).isEqualTo(1234 * 1024);
    assertThat(usage.memoryFree()).isEqualTo(2048 * 1024);
    assertThat(usage.diskFree()).isPositive();
  }

  @Test
  void a_group_that_ended_uses_nothing() throws IOException {
    Files.writeString(proc.resolve("meminfo"), "MemAvailable: 1 kB\n");
    process("self", "java", 1, 1, 1, 0, 1);
    ResourceUsage usage = new ProcessGroupProbe(7, proc, new LinuxProcFiles(proc)).read();
    assertThat(usage.memory()).isZero();
    assertThat(usage.cpuTime()).isEqualTo(Duration.ZERO);
  }

  @Test
  void without_the_files_of_linux_unknown_parts_are_null() throws IOException {
    ResourceUsage usage =
        new ProcessGroupProbe(
                ProcessHandle.current().pid(), proc, new LinuxProcFiles(proc.resolve("none")))
            .read();
    assertThat(usage.cpuTime()).isNotNull();
    assertThat(usage.memory()).isNull();
  }

  @Test
  void this_process_has_memory_and_time() throws IOException {
    ResourceUsage usage = ResourceProbe.ofThisProcess(proc).read();
    assertThat(usage.memory()).isGreaterThan(1 << 20);
    assertThat(usage.memoryFree()).isPositive();
    assertThat(usage.cpuTime()).isPositive();
  }

  @Test
  void a_real_process_is_found_by_its_id() throws IOException {
    assumeTrue(new LinuxProcFiles(Path.of("/proc")).exist());
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      assertThat(ResourceProbe.ofProcessGroup(process.pid(), proc).read().memory()).isPositive();
    } finally {
      process.destroyForcibly();
    }
  }
}
