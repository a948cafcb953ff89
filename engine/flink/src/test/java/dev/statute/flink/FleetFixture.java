package dev.statute.flink;

import dev.statute.Statute;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.OutputLines;
import dev.statute.json.StoreJson;
import dev.statute.step.Effect;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/** Random log of a fleet, and the plain loop over it. */
final class FleetFixture {
  static final String CHART =
      """
      chart: order
      version: 1
      data: { n: 0 }
      initial: open
      states:
        open:
          on:
            Add: { do: [ { assign: { n: data.n + 1 } }, { emit: { added: { n: data.n } } } ] }
            Pay: { to: paid, do: [ { call: { handler: charge, with: { n: data.n } } } ] }
          after: { 10s: idle }
        idle: { on: { Add: open }, after: { 30s: lost } }
        paid: { after: { 5s: done } }
        lost: { final: true }
        done: { final: true }
      """;
  static final RulesUpdate RULES = RulesUpdate.of(Map.of("charts/order.yaml", CHART));
  private static final long START = 1_700_000_000_000L;

  private FleetFixture() {}

  /** Creates an operator with the function, which is not open yet. */
  static KeyedBroadcastOperatorTestHarness<String, FleetLine, RulesUpdate, FleetOutput> harness(
      RulesUpdate initial) throws Exception {
    ChartFunction function = new ChartFunction(initial, true);
    return new KeyedBroadcastOperatorTestHarness<>(
        new CoBroadcastWithKeyedOperator<>(function, List.of(ChartFunction.RULES)),
        FleetLine::instance,
        Types.STRING,
        1,
        1,
        0);
  }

  /** Returns all outputs of a side output. */
  static List<FleetOutput> outputs(
      KeyedBroadcastOperatorTestHarness<String, FleetLine, RulesUpdate, FleetOutput> harness,
      OutputTag<FleetOutput> tag) {
    Queue<StreamRecord<FleetOutput>> records = harness.getSideOutput(tag);
    return records == null ? List.of() : records.stream().map(StreamRecord::getValue).toList();
  }

  static ArrayList<FleetLine> log(long seed, int lines, int instances) {
    Random random = new Random(seed);
    ArrayList<FleetLine> log = new ArrayList<>();
    for (int i = 0; i < lines; i++) {
      String event = random.nextInt(8) == 0 ? "Pay" : "Add";
      Instant at = Instant.ofEpochMilli(START + i * 500L);
      String text = "{\"at\":\"%s\",\"event\":\"%s\",\"id\":\"e-%d\"}".formatted(at, event, i);
      log.add(new FleetLine("order-" + random.nextInt(instances), "order", text));
    }
    return log;
  }

  static long timestamp(FleetLine line) {
    Instant at = InputLines.parse(1, line.text(), "log").at();
    return at == null ? START : at.toEpochMilli();
  }

  static String text(FleetOutput output) {
    return "%s %d/%d %s %s"
        .formatted(
            output.instance(), output.sequence(), output.position(), output.kind(), output.text());
  }

  /** Returns the sorted outputs of a loop without Flink. */
  static List<String> plainLoop(List<FleetLine> log) throws Exception {
    Path folder = Files.createTempDirectory("charts");
    Path file = Files.writeString(folder.resolve("order.yaml"), CHART);
    Interpreter interpreter = Statute.load(file).chart("order");
    Map<String, Snapshot> all = new HashMap<>();
    List<String> outputs = new ArrayList<>();
    for (FleetLine line : log) {
      InputLine.Submit submit = (InputLine.Submit) InputLines.parse(1, line.text(), "log");
      Instant now = Instant.ofEpochMilli(timestamp(line));
      Snapshot at = all.get(line.instance());
      if (at == null) {
        Step started = interpreter.start(line.instance(), Map.of(), now);
        at = add(outputs, interpreter.runToCompletion(started, now), now);
      }
      at = fire(interpreter, at, now, outputs);
      all.put(line.instance(), add(outputs, interpreter.handle(at, submit.input(), now), now));
    }
    all.values().forEach(at -> fire(interpreter, at, Instant.MAX, outputs));
    outputs.replaceAll(text -> text.replace(folder + "/", "charts/"));
    outputs.sort(null);
    return outputs;
  }

  private static Snapshot fire(
      Interpreter interpreter, Snapshot from, Instant now, List<String> outputs) {
    Snapshot at = from;
    for (Instant due = at.due(); due != null && !due.isAfter(now); due = at.due()) {
      at = add(outputs, interpreter.fireDue(at, due), due);
    }
    return at;
  }

  private static Snapshot add(List<String> outputs, List<Step> steps, Instant now) {
    for (Step step : steps) {
      Snapshot after = step.snapshot();
      String text = OutputLines.step(after.sequence(), 0, now, step);
      String key = after.id() + ' ' + after.sequence() + '/';
      outputs.add(key + "0 " + step.outcome().kind() + ' ' + text);
      int position = 1;
      for (Effect each : step.outcome().trace().effects()) {
        if (each instanceof Effect.Emit) {
          outputs.add(key + position++ + " emit " + StoreJson.effect(each));
        } else if (each instanceof Effect.Call) {
          outputs.add(key + position++ + " call " + StoreJson.effect(each));
        }
      }
    }
    return steps.get(steps.size() - 1).snapshot();
  }
}
