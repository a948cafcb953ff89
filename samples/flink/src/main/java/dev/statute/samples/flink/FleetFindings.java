package dev.statute.samples.flink;

import dev.statute.flink.ChartFunction;
import dev.statute.flink.FleetLine;
import dev.statute.flink.FleetOutput;
import dev.statute.flink.RulesUpdate;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessAllWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;

/**
 * Findings of a fleet by pattern per minute. The recorded sessions of a folder are replayed by many
 * agents, each begins a little after the one before and has one line each two seconds, as one
 * stream in the order of time.
 */
public final class FleetFindings {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long STEP_MILLIS = 2_000;
  private static final long DELAY_MILLIS = 600;

  private FleetFindings() {}

  public static void main(String[] args) throws Exception {
    Path root = Path.of(System.getProperty("statute.root", "."));
    Path folder = args.length > 0 ? Path.of(args[0]) : root.resolve("samples/nexora");
    int agents = args.length > 1 ? Integer.parseInt(args[1]) : 300;
    report(root, folder, agents).forEach(System.out::println);
  }

  /** Runs the job on an embedded cluster; returns one line per minute and pattern. */
  @SuppressWarnings("try") // of Flink: close() throws all exceptions
  static List<String> report(Path root, Path folder, int agents) throws Exception {
    Configuration settings = new Configuration();
    settings.setString("execution.checkpointing.interval", "5 s");
    settings.setString("rest.bind-port", "0");
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    env.setParallelism(2);
    RulesUpdate rules = rules(root);
    BroadcastStream<RulesUpdate> updates = env.fromData(rules).broadcast(ChartFunction.RULES);
    SingleOutputStreamOperator<FleetOutput> outcomes =
        env.fromData(stream(sessions(folder), agents))
            .setParallelism(1)
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<FleetLine>forMonotonousTimestamps()
                    .withTimestampAssigner((line, before) -> at(line.text()).toEpochMilli()))
            .setParallelism(1)
            .keyBy(FleetLine::instance)
            .connect(updates)
            .process(new ChartFunction(rules, true))
            .uid("charts");
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> results =
        outcomes
            .getSideOutput(ChartFunction.FINDINGS)
            .union(outcomes.getSideOutput(ChartFunction.PROBLEMS))
            .windowAll(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
            .process(new PatternCounts())
            .returns(Types.STRING)
            .executeAndCollect()) {
      results.forEachRemaining(lines::add);
    }
    return lines;
  }

  private static Instant at(String text) {
    Instant at = InputLines.parse(1, text, "stream").at();
    return at == null ? START : at;
  }

  /** Reads the chart of supervised agents with the packs that it names. */
  private static RulesUpdate rules(Path root) throws IOException {
    Map<String, String> files = new TreeMap<>();
    files.put("charts/nexora.yaml", Files.readString(root.resolve("charts/nexora.yaml")));
    for (String pack : List.of("rules/loops", "rules/guards")) {
      try (Stream<Path> found = Files.walk(root.resolve(pack))) {
        for (Path each : found.filter(Files::isRegularFile).toList()) {
          files.put(root.relativize(each).toString().replace('\\', '/'), Files.readString(each));
        }
      }
    }
    return RulesUpdate.of(files);
  }

  /** Reads sessions, each without its description. */
  private static List<List<String>> sessions(Path folder) throws IOException {
    List<List<String>> sessions = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
        sessions.add(
            Files.readAllLines(each).stream()
                .filter(text -> !text.isBlank())
                .filter(text -> !(InputLines.parse(1, text, "log") instanceof InputLine.Meta))
                .toList());
      }
    }
    return sessions;
  }

  /** Lets agents replay the sessions in turn; returns all lines in the order of time. */
  private static List<FleetLine> stream(List<List<String>> sessions, int agents) {
    TreeMap<Instant, List<FleetLine>> lines = new TreeMap<>();
    for (int agent = 0; agent < agents; agent++) {
      List<String> session = sessions.get(agent % sessions.size());
      for (int i = 0; i < session.size(); i++) {
        Instant at = START.plusMillis(i * STEP_MILLIS + agent * DELAY_MILLIS);
        String text = session.get(i).strip().replaceFirst("^\\{", "{\"at\":\"" + at + "\",");
        lines
            .computeIfAbsent(at, instant -> new ArrayList<>())
            .add(new FleetLine("agent-" + agent, "nexora", text));
      }
    }
    return lines.values().stream().flatMap(List::stream).toList();
  }

  /** Counts of one minute by pattern, or by code of a problem. */
  private static final class PatternCounts
      extends ProcessAllWindowFunction<FleetOutput, String, TimeWindow> {
    private static final long serialVersionUID = 1;

    @Override
    public void open(OpenContext context) {}

    @Override
    public void process(Context context, Iterable<FleetOutput> found, Collector<String> out) {
      Map<String, Integer> counts = new TreeMap<>();
      found.forEach(each -> counts.merge(each.kind(), 1, Integer::sum));
      Instant minute = Instant.ofEpochMilli(context.window().getStart());
      counts.forEach((kind, count) -> out.collect("%s  %-16s %6d".formatted(minute, kind, count)));
    }
  }
}
