package dev.statute.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Policy;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.yaml.YamlCharts;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Binary form of snapshots beside their JSON form. {@code -Dseed=…} draws others. */
class SnapshotBytesTest {
  private static final long SEED = Long.getLong("seed", 11);
  private static final String YAML =
      """
      chart: job
      fields:
        size: { prompt: "How many?", required: true, check: "value == 3" }
        name: { prompt: "Which name?" }
      initial: working
      states:
        working:
          initial: a
          states:
            a: { on: { Next: b }, after: { 1h: b } }
            b:
              parallel: true
              states:
                left: { initial: l1, states: { l1: { on: { Next: l2 } }, l2: {} } }
                right: { initial: r1, states: { r1: { on: { Next: r2 } }, r2: {} } }
            back: { history: deep }
          on:
            Pause: { to: paused, do: [ { send: { event: Tick, after: 5m, data: { x: 1 } } } ] }
            Set: { do: [ { assign: { v: event.v } } ] }
            Run: { to: running }
            End: { to: over }
        running:
          invoke: { id: t, task: work }
          on: { Resume: back }
        paused:
          defer: [Later]
          on: { Resume: back, Tick: back }
        over: { final: true, output: { v: data.v } }
      """;
  private static final List<String> EVENTS =
      List.of("Next", "Pause", "Resume", "Later", "Set", "Set", "Run", "fields.set", "Nothing");
  private final Chart chart = chart(YAML);
  private final Interpreter interpreter = Interpreter.of(chart, Policy.NONE);

  private static Chart chart(String yaml) {
    return Chart.compile(YamlCharts.load(new Source("job.yaml", yaml)).get()).get();
  }

  /** Draws a life of an instance; with records it has progress. */
  private List<Snapshot> life(Random random, boolean records) {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Snapshot at = interpreter.start("job-" + random.nextInt(), Map.of(), now).snapshot();
    List<Snapshot> all = new ArrayList<>(List.of(at));
    for (int i = random.nextInt(40); i >= 0; i--) {
      now = now.plusMillis(random.nextInt(400_000));
      List<Step> steps = interpreter.handle(at, input(random, records, i), now);
      at = steps.get(steps.size() - 1).snapshot();
      all.add(at);
    }
    return all;
  }

  private static Input input(Random random, boolean records, int number) {
    if (records && random.nextBoolean()) {
      return new Input.Report(
          Map.of(
              "type",
              "tool_call",
              "tool",
              "grep",
              "args",
              Map.of("q", "x" + random.nextInt(4)),
              "output",
              "line " + random.nextInt(3)),
          "r-" + number);
    }
    String name = number == 0 && random.nextInt(4) == 0 ? "End" : EVENTS.get(random.nextInt(9));
    Map<String, Object> data = new LinkedHashMap<>();
    if (name.equals("fields.set")) {
      data.put("size", random.nextBoolean() ? (Object) 3L : "none");
    } else {
      data.put("v", value(random, 0));
    }
    String id = random.nextInt(4) == 0 ? null : "event-" + (1000 + number);
    Input.Sender sender = random.nextInt(4) == 0 ? new Input.Sender("x", null, "t") : null;
    return new Input.Event(name, data, id, sender);
  }

  private static Object value(Random random, int depth) {
    return switch (random.nextInt(depth > 3 ? 11 : 14)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextLong();
      case 3 -> (long) random.nextInt(300);
      case 4 -> random.nextGaussian();
      case 5 -> List.of(Double.NaN, Double.NEGATIVE_INFINITY, -0.0).get(random.nextInt(3));
      case 6 -> "text " + random.nextInt();
      case 7 -> List.of("", "ü", "\ud83d\ude00", "\ud83d", "x\udc00y").get(random.nextInt(5));
      case 8 -> Duration.ofMillis(random.nextInt());
      case 9 -> Instant.ofEpochMilli(random.nextInt());
      case 10 -> BigDecimal.valueOf(random.nextLong(), random.nextInt(100));
      case 11 -> Arrays.asList(value(random, depth + 1), value(random, depth + 1));
      case 12 -> Map.of("$duration", "PT1S");
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put("k" + i + (random.nextBoolean() ? "é" : ""), value(random, depth + 1));
        }
        yield map;
      }
    };
  }

  private Loaded<Snapshot> read(byte[] bytes) {
    return Snapshot.fromBytes(bytes, hash -> chart, "state");
  }

  @Test
  void random_snapshots_are_restored_as_their_json_form_says() {
    for (int round = 0; round < 600; round++) {
      Random random = new Random(SEED + round);
      for (Snapshot each : life(random, round % 3 == 0)) {
        byte[] bytes = each.toBytes();
        Snapshot again = read(bytes).get();
        assertThat(again.toMap().toString())
            .as("seed %d", SEED + round)
            .isEqualTo(each.toMap().toString());
        assertThat(SnapshotJson.write(again)).isEqualTo(SnapshotJson.write(each));
        assertThat(again.data()).isEqualTo(each.data());
        assertThat(again.toBytes()).isEqualTo(bytes);
        assertThat(again.due()).isEqualTo(each.due());
      }
    }
  }

  @Test
  void restored_instances_go_on_like_the_saved_ones() {
    for (int round = 0; round < 200; round++) {
      Random random = new Random(SEED + round);
      List<Snapshot> life = life(random, true);
      Snapshot last = life.get(life.size() - 1);
      Instant now = Instant.parse("2026-01-02T00:00:00Z");
      Input input = input(random, true, 50);
      assertThat(lines(interpreter.handle(read(last.toBytes()).get(), input, now)))
          .isEqualTo(lines(interpreter.handle(last, input, now)));
    }
  }

  private static List<String> lines(List<Step> steps) {
    OutputLines out = new OutputLines();
    List<String> lines = new ArrayList<>();
    steps.forEach(step -> lines.add(out.step(1, Instant.EPOCH, step)));
    lines.add(SnapshotJson.write(steps.get(steps.size() - 1).snapshot()));
    return lines;
  }

  @Test
  void the_size_is_at_most_a_third_of_the_json_without_progress_and_data() {
    Snapshot idle = interpreter.start("job-1", Map.of(), Instant.EPOCH).snapshot();
    Snapshot at = idle;
    for (int i = 0; i < 64; i++) {
      at =
          interpreter
              .step(at, new Input.Event("Nx", null, "event-" + 2 * i), Instant.EPOCH)
              .snapshot();
      at =
          interpreter
              .step(at, new Input.Event("Next", null, "event-" + (2 * i + 1)), Instant.EPOCH)
              .snapshot();
    }
    for (Snapshot each : List.of(idle, at)) {
      assertThat(each.toBytes().length * 3)
          .as(SnapshotJson.write(each))
          .isLessThanOrEqualTo(SnapshotJson.write(each).length());
    }
  }

  @Test
  void damaged_bytes_are_a_problem_and_never_a_snapshot() {
    for (int round = 0; round < 40; round++) {
      List<Snapshot> life = life(new Random(SEED + round), round % 2 == 0);
      byte[] bytes = life.get(life.size() - 1).toBytes();
      for (int i = 0; i < bytes.length; i++) {
        assertRefused(Arrays.copyOf(bytes, i));
        byte[] changed = bytes.clone();
        changed[i] ^= (byte) (1 << (i + round) % 8);
        assertRefused(changed);
      }
      assertRefused(Arrays.copyOf(bytes, bytes.length + 1));
    }
  }

  private void assertRefused(byte[] bytes) {
    Loaded<Snapshot> read = read(bytes);
    assertThat(read.value()).isNull();
    assertThat(read.problems().get(0).code()).isIn("L204", "L205", "L206");
  }

  @Test
  void damage_with_a_right_checksum_is_a_problem_or_a_snapshot_of_the_chart() {
    int refused = 0;
    for (int round = 0; round < 2_000; round++) {
      Random random = new Random(SEED + round);
      List<Snapshot> life = life(random, round % 2 == 0);
      byte[] bytes = life.get(life.size() - 1).toBytes();
      int start = 34;
      bytes[start + random.nextInt(bytes.length - start - 4)] = (byte) random.nextInt();
      CRC32C checksum = new CRC32C();
      checksum.update(bytes, 0, bytes.length - 4);
      ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) checksum.getValue());
      Loaded<Snapshot> read = read(bytes);
      Snapshot value = read.value();
      if (value == null) {
        assertThat(read.problems().get(0).code()).as("seed %d", SEED + round).isEqualTo("L204");
        refused++;
      } else {
        Snapshot json = SnapshotJson.read(new Source("j", SnapshotJson.write(value)), chart).get();
        assertThat(json.configuration()).isEqualTo(value.configuration());
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void another_chart_and_a_newer_format_are_named() {
    byte[] bytes = interpreter.start("job-1", Map.of(), Instant.EPOCH).snapshot().toBytes();
    Chart other = chart(YAML.replace("1h", "2h"));
    assertThat(Snapshot.fromBytes(bytes, hash -> other, "f").problems().get(0))
        .hasToString(
            "f:1:3: error L206: the snapshot is of the chart with hash "
                + chart.hash()
                + ", not of 'job' version 1 ("
                + other.hash()
                + ")\n      = fix: give the chart that the instance was started with, or a"
                + " migration plan from it");
    assertThat(Snapshot.fromBytes(bytes, hash -> null, "f").problems().get(0).code())
        .isEqualTo("L206");
    bytes[1] = 2;
    assertThat(read(bytes).problems().get(0).code()).isEqualTo("L205");
  }
}
