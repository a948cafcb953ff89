package dev.statute.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.statute.Statute;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.SnapshotJson;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The fleet on paper in the manual of Flink: its arithmetic, and a simulation of a thousandth. */
class FleetArithmeticTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root"));
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+?) \\| ([0-9.,]+) \\|");
  private static final int SCALE = 1_000;
  private static final Map<String, Double> PAGE = new HashMap<>();

  @BeforeAll
  static void read() throws IOException {
    String page = Files.readString(ROOT.resolve("engine/flink/README.md"));
    for (MatchResult row : ROW.matcher(page).results().toList()) {
      PAGE.put(row.group(1), Double.valueOf(row.group(2).replace(",", "")));
    }
  }

  private static double value(String name) {
    assertThat(PAGE).containsKey(name);
    return PAGE.get(name);
  }

  private static void assertRow(String name, double computed) {
    assertThat(value(name)).as(name).isCloseTo(computed, within(0.02 * computed + 0.5));
  }

  private static double rate() {
    return value("agents") / value("seconds between two events of an agent");
  }

  private static double dirtyShare() {
    return 1
        - Math.exp(
            -value("seconds between checkpoints")
                / value("seconds between two events of an agent"));
  }

  @Test
  void rows_follow_from_the_measured_ones() {
    double bytes = value("bytes of a snapshot");
    assertRow("events per second", rate());
    assertRow(
        "cores of Flink", rate() * value("µs of a core per event") / 1e6 / value("utilisation"));
    assertRow("state, GB", value("agents") * bytes / 1e9);
    assertRow("agents written per checkpoint, %", 100 * dirtyShare());
    double checkpoint = value("agents") * dirtyShare() * bytes;
    assertRow("one checkpoint, GB", checkpoint / 1e9);
    assertRow(
        "bandwidth of checkpoints, MB/s", checkpoint / value("seconds between checkpoints") / 1e6);
    assertRow("PostgreSQL servers", rate() / value("events/s of one PostgreSQL server"));
  }

  @Test
  void a_simulated_thousandth_writes_the_share_of_agents_that_the_page_says() {
    Random random = new Random(1);
    int agents = (int) (value("agents") / SCALE);
    double period = value("seconds between two events of an agent");
    double interval = value("seconds between checkpoints");
    long written = 0;
    int checkpoints = 20;
    for (int agent = 0; agent < agents; agent++) {
      boolean[] dirty = new boolean[checkpoints];
      double at = pause(random, period);
      while (at < checkpoints * interval) {
        dirty[(int) (at / interval)] = true;
        at += pause(random, period);
      }
      for (boolean each : dirty) {
        written += each ? 1 : 0;
      }
    }
    double share = 100.0 * written / agents / checkpoints;
    assertThat(value("agents written per checkpoint, %")).isCloseTo(share, within(1.0));
  }

  @Test
  void events_of_a_simulated_thousandth_wait_little_on_a_thousandth_of_the_cores() {
    Random random = new Random(2);
    double service = value("µs of a core per event") / 1e6;
    int cores = (int) Math.ceil(value("cores of Flink") / SCALE);
    PriorityQueue<Double> free = new PriorityQueue<>();
    for (int i = 0; i < cores; i++) {
      free.add(0.0);
    }
    double[] waits = new double[50_000];
    double now = 0;
    for (int i = 0; i < waits.length; i++) {
      now += pause(random, SCALE / rate());
      double begins = Math.max(now, free.remove());
      waits[i] = begins - now;
      free.add(begins + service);
    }
    Arrays.sort(waits);
    assertThat(waits[waits.length * 99 / 100]).isLessThan(10 * service);
  }

  private static double pause(Random random, double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  @Test
  void snapshots_of_recorded_agents_are_as_long_as_the_page_says() throws IOException {
    long bytes = 0;
    long snapshots = 0;
    try (Statute statute = Statute.load(ROOT.resolve("charts/nexora.yaml"))) {
      Interpreter interpreter = statute.chart("nexora");
      for (String session : List.of("stuck", "productive", "back-and-forth")) {
        Path file = ROOT.resolve("samples/nexora/" + session + ".jsonl");
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        Snapshot at = interpreter.start("agent-1000000", Map.of(), now).snapshot();
        for (String text : Files.readAllLines(file)) {
          now = now.plusSeconds(10);
          if (InputLines.parse(1, text, session) instanceof InputLine.Submit submit) {
            List<Step> steps = interpreter.handle(at, submit.input(), now);
            at = steps.get(steps.size() - 1).snapshot();
            bytes += SnapshotJson.write(at).getBytes(StandardCharsets.UTF_8).length;
            snapshots++;
          }
        }
      }
    }
    double mean = (double) bytes / snapshots;
    assertThat(value("bytes of a snapshot")).isCloseTo(mean, within(0.1 * mean));
  }
}
