package dev.statute.cli.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The end of an agent with its processes, and with no other one. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentProcessTest {
  /**
   * Agent with a child, a process whose parent has ended, which is deaf to TERM, one that left the
   * group, and one that left both. It tells their ids through the pipe {@code $1}, whose end is
   * that of its last writer.
   */
  private static final String TREE =
      """
      exec 3>"$1"
      sleep 600 3>&- &
      echo $! >&3
      sh -c 'trap "" TERM; sleep 600 3>&- & echo $! >&3'
      setsid sleep 600 3>&- &
      echo $! >&3
      (setsid sh -c 'echo $$ >&3; exec 3>&-; exec sleep 600' &)
      exec 3>&-
      wait
      """;

  @TempDir private Path folder;
  private final List<ProcessHandle> all = new ArrayList<>();

  /** A real signal is sent only if the command names the group, so that a mistake ends nothing. */
  @BeforeEach
  void the_command_names_the_group_after_the_end_of_options() {
    assertThat(AgentProcess.groupSignal("TERM", 14_035))
        .containsExactly("kill", "-TERM", "--", "-14035");
  }

  @AfterEach
  void endAll() {
    all.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void a_number_that_is_no_group_of_an_agent_is_never_signalled() {
    for (long group : new long[] {1, 0, -1}) {
      assertThatThrownBy(() -> AgentProcess.groupSignal("TERM", group))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void the_group_ends_with_those_whose_parent_has_ended_and_no_bystander_does() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "there is no setsid");
    ProcessHandle near = bystander("sleep", "600");
    ProcessHandle far = bystander("setsid", "sleep", "600");
    AgentProcess agent = agent(false);
    List<ProcessHandle> tree = readTree();
    agent.end();
    agent.waitFor();
    for (ProcessHandle each : tree) {
      assertThat(ended(each)).as("process %d has ended", each.pid()).isTrue();
    }
    assertThat(near.isAlive()).isTrue();
    assertThat(far.isAlive()).isTrue();
  }

  @Test
  void without_a_group_of_its_own_its_processes_end_and_no_other_process_of_the_group()
      throws Exception {
    ProcessHandle bystander = bystander("sleep", "600");
    AgentProcess agent = agent(true);
    List<ProcessHandle> tree = readTree();
    agent.end();
    agent.waitFor();
    for (ProcessHandle each : tree) {
      assertThat(ended(each)).as("process %d has ended", each.pid()).isTrue();
    }
    assertThat(bystander.isAlive()).isTrue();
  }

  private ProcessHandle bystander(String... command) throws IOException {
    ProcessHandle started = new ProcessBuilder(command).start().toHandle();
    all.add(started);
    return started;
  }

  private AgentProcess agent(boolean terminal) throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return AgentProcess.start(
        List.of("sh", "-c", TREE, "agent", pipe.toString()),
        Map.of("STATUTE_GUARD_ACCESS", pipe.toString()),
        terminal);
  }

  /** Returns the processes of the tree as soon as all have begun. */
  private List<ProcessHandle> readTree() throws IOException {
    List<ProcessHandle> tree = new ArrayList<>();
    for (String id : Files.readAllLines(folder.resolve("pipe"))) {
      tree.add(ProcessHandle.of(Long.parseLong(id)).orElseThrow());
    }
    all.addAll(tree);
    assertThat(tree).hasSize(4).allMatch(ProcessHandle::isAlive);
    return tree;
  }

  private static boolean ended(ProcessHandle process) throws Exception {
    process.onExit().get(20, TimeUnit.SECONDS);
    return !process.isAlive();
  }
}
