package dev.statute.bench.track;

import dev.statute.Statute;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.OutputLines;
import dev.statute.json.SnapshotJson;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Table of the binary form of snapshots beside their JSON form, and the cost of an event of the
 * recorded sessions: {@code bench codec}.
 */
public final class CodecTable {
  private static final int ROUNDS = 9;
  private static final int TIMES = 2_000;
  private static final List<String> SESSIONS = List.of("stuck", "productive", "back-and-forth");

  private final Interpreter interpreter;

  private CodecTable(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  public static void main(String[] args) throws IOException {
    Path root = Path.of(System.getProperty("statute.root"));
    Path chart = root.resolve("charts/nexora.yaml");
    System.out.printf(
        "%-24s %8s %8s %6s %10s %10s %6s %10s %10s %6s%n",
        "agent of nexora",
        "JSON B",
        "binary B",
        "ratio",
        "write JSON",
        "binary",
        "ratio",
        "read JSON",
        "binary",
        "ratio");
    try (Statute statute = Statute.load(chart)) {
      CodecTable table = new CodecTable(statute.chart("nexora"));
      for (int records : new int[] {0, 20, 100, 400}) {
        table.row(records);
      }
      List<List<String>> sessions = new ArrayList<>();
      for (String session : SESSIONS) {
        sessions.add(Files.readAllLines(root.resolve("samples/nexora/" + session + ".jsonl")));
      }
      table.cost(sessions);
    }
  }

  private Snapshot agent(int records) {
    Instant now = Instant.EPOCH;
    Snapshot at = interpreter.start("agent-1", Map.of(), now).snapshot();
    for (Map<String, Object> record : new AgentRecords(7, true).records(records)) {
      now = now.plusSeconds(10);
      List<Step> steps = interpreter.handle(at, new Input.Report(record), now);
      at = steps.get(steps.size() - 1).snapshot();
    }
    return at;
  }

  private void row(int records) {
    Snapshot at = agent(records);
    String json = SnapshotJson.write(at);
    byte[] bytes = at.toBytes();
    Source source = new Source("agent", json);
    double writtenJson = micros(() -> SnapshotJson.write(at));
    double written = micros(at::toBytes);
    double readJson = micros(() -> SnapshotJson.read(source, at.chart()).get());
    double read = micros(() -> Snapshot.fromBytes(bytes, hash -> at.chart(), "agent").get());
    System.out.printf(
        Locale.ROOT,
        "%-24s %8d %8d %6.2f %7.2f µs %7.2f µs %6.1f %7.2f µs %7.2f µs %6.1f%n",
        records + " records",
        json.length(),
        bytes.length,
        (double) bytes.length / json.length(),
        writtenJson,
        written,
        writtenJson / written,
        readJson,
        read,
        readJson / read);
  }

  /** Prints the cost of an event of recorded sessions, as lines of JSON in and out. */
  private void cost(List<List<String>> sessions) {
    long[] sums = new long[2];
    replay(sessions, true, sums);
    double events = sums[0];
    double bytes = sums[1] / events;
    int rounds = ROUNDS * 4;
    double kept = micros(rounds, 1, () -> replay(sessions, false, new long[2])) / events;
    double stored = micros(rounds, 1, () -> replay(sessions, true, new long[2])) / events;
    System.out.printf(
        Locale.ROOT,
        "event of the recorded sessions: %.0f µs, %.0f µs with its snapshot written and read;"
            + " snapshot of %.0f bytes%n",
        kept,
        stored,
        bytes);
  }

  /** Replays sessions; adds the number of events and the bytes of the snapshots after them. */
  private void replay(List<List<String>> sessions, boolean stored, long[] sums) {
    for (List<String> session : sessions) {
      Instant now = Instant.EPOCH;
      Snapshot at = interpreter.start("agent-1000000", Map.of(), now).snapshot();
      for (String text : session) {
        now = now.plusSeconds(10);
        if (InputLines.parse(1, text, "session") instanceof InputLine.Submit submit) {
          List<Step> steps = interpreter.handle(at, submit.input(), now);
          for (Step step : steps) {
            if (OutputLines.step(1, 0, now, step).isEmpty()) {
              throw new IllegalStateException("a step without an output line");
            }
          }
          at = steps.get(steps.size() - 1).snapshot();
          if (stored) {
            byte[] bytes = at.toBytes();
            Chart chart = at.chart();
            at = Snapshot.fromBytes(bytes, hash -> chart, "agent").get();
            sums[1] += bytes.length;
          }
          sums[0]++;
        }
      }
    }
  }

  private static double micros(Runnable work) {
    return micros(ROUNDS, TIMES, work);
  }

  private static double micros(int rounds, int times, Runnable work) {
    ThreadMeter meter = new ThreadMeter();
    for (int round = 0; round < rounds; round++) {
      meter.start();
      for (int i = 0; i < times; i++) {
        work.run();
      }
      meter.stop(times);
    }
    return meter.micros();
  }
}
