package dev.statute.cli.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.ChartLoader;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.jdbc.JdbcStore;
import dev.statute.policy.spi.Policy;
import dev.statute.runtime.Engine;
import dev.statute.runtime.InstanceHandle;
import dev.statute.runtime.ManualClock;
import dev.statute.step.Interpreter;
import dev.statute.store.LocalDoorbell;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.Turns;
import dev.statute.turns.store.MemoryTurnStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A worker continues with its charts and rules after changes of their files. */
class WorkerReloadTest {
  private static final String CHART =
      """
      chart: gate
      policies: [gate]
      states:
        shut: { on: { push: open } }
        open: { on: { push: shut } }
      """;

  private static final String RULE =
      """
      package gate
      import dev.statute.policy.*

      rule "stays shut"
      when
        $t : Transition( to == "open" )
      then
        insert( new Deny($t, "not today") );
      end
      """;

  @TempDir Path folder;
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(output, true, StandardCharsets.UTF_8);
  private final Console console =
      new Console(new ByteArrayInputStream(new byte[0]), err, err, TerminalStyle.PLAIN, false);

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private String output() {
    String text = output.toString(StandardCharsets.UTF_8);
    output.reset();
    return text;
  }

  @Test
  void it_takes_what_changed_and_refuses_what_is_broken() throws IOException {
    Path chart = write("gate.yaml", CHART);
    write("gate.drl", RULE);
    ChartLoader bench = ChartLoader.standard();
    Interpreter first = bench.open(chart).get();
    Set<String> given = new HashSet<>();
    try (Engine engine = Engine.builder().sameThread().chart(first).build()) {
      WorkerReload reload =
          new WorkerReload(List.of(chart), bench, engine, null, given, Duration.ZERO, console);
      engine.spawn("g", "gate").join();
      InstanceHandle gate = engine.instance("g");
      assertThat(gate.ask("push").kind()).isEqualTo("denied");
      reload.run();
      assertThat(output()).as("nothing changed").isEmpty();

      write("gate.drl", "this is no rule");
      reload.run();
      assertThat(output())
          .contains("gate.drl:1:")
          .contains("gate is not reloaded; what runs goes on\n");
      assertThat(gate.ask("push").message()).isEqualTo("not today");

      write("gate.drl", RULE.replace("not today", "not now either"));
      reload.run();
      assertThat(output()).contains("reloaded gate\n");
      assertThat(gate.ask("push").message()).isEqualTo("not now either");

      write("gate.yaml", CHART.replace("chart: gate", "chart: gate\nversion: 2"));
      reload.run();
      assertThat(output()).contains("reloaded gate\n");
      engine.spawn("h", "gate").join();
      assertThat(engine.instance("h").snapshot().chart().version()).isEqualTo(2);
      assertThat(given).contains("gate 2");
      assertThat(first.policy()).isNotEqualTo(Policy.NONE);
    }
  }

  @Test
  void it_tells_that_a_chart_of_agents_is_broken_and_takes_it_when_it_is_mended()
      throws IOException {
    String text =
        Files.readString(
            Path.of(System.getProperty("statute.root", "../.."), "charts", "agent-turn.yaml"));
    Path chart = write("agent-turn.yaml", text);
    ChartLoader bench = ChartLoader.standard();
    TurnDependencies dependencies =
        new TurnDependencies(
            new MemoryTurnStore(),
            new ManualClock(),
            new Random(1),
            JdbcStore.codec(),
            new LocalDoorbell(Runnable::run),
            Runnable::run);
    try (Engine engine = Engine.builder().sameThread().build();
        Turns turns = Turns.of(dependencies, List.of(bench.open(chart).get())).get()) {
      WorkerReload reload =
          new WorkerReload(
              List.of(chart), bench, engine, turns, new HashSet<>(), Duration.ZERO, console);
      write("agent-turn.yaml", text + "statez: {}\n");
      reload.run();
      assertThat(output())
          .contains("agent-turn.yaml:")
          .contains("agent-turn.yaml is not reloaded; what runs goes on\n");
      reload.run();
      assertThat(output()).as("nothing changed").isEmpty();
      write("agent-turn.yaml", text.replace("max_depth: 20", "max_depth: 21"));
      reload.run();
      assertThat(output()).contains("reloaded agent-turn\n");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX) // root may read any file but this one
  void it_tells_once_that_a_file_cannot_be_read() throws IOException {
    Path chart = write("gate.yaml", CHART);
    write("gate.drl", RULE);
    ChartLoader bench = ChartLoader.standard();
    try (Engine engine = Engine.builder().sameThread().chart(bench.open(chart).get()).build()) {
      WorkerReload reload =
          new WorkerReload(
              List.of(chart), bench, engine, null, new HashSet<>(), Duration.ZERO, console);
      for (int i = 0; i < 2; i++) {
        Files.delete(chart);
        Files.createSymbolicLink(chart, Path.of("/proc/self/mem"));
        reload.run();
        assertThat(output()).contains("nothing is reloaded while a file cannot be read");
        reload.run();
        assertThat(output()).isEmpty();
        Files.delete(chart);
        write("gate.yaml", CHART);
        reload.run();
        assertThat(output()).doesNotContain("cannot be read");
      }
    }
  }
}
