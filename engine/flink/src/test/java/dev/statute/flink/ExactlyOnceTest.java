package dev.statute.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fleet on an embedded cluster whose tasks fail at random records: the outputs equal those of a
 * plain loop. {@code -Dfailures=100 -Dseed=…} fails more often and draws others.
 */
class ExactlyOnceTest {
  private static final int FAILURES = Integer.getInteger("failures", 5);
  private static final long SEED = Long.getLong("seed", 5);

  /** Records at which a task still fails; shared with the tasks of the embedded cluster. */
  private static final Set<Long> PENDING_FAILURES = ConcurrentHashMap.newKeySet();

  @TempDir Path checkpoints;

  /** Source of the log by number, which fails once at each drawn number. */
  private record FailingLog(ArrayList<FleetLine> log) implements MapFunction<Long, FleetLine> {
    @Override
    public FleetLine map(Long number) {
      if (PENDING_FAILURES.remove(number)) {
        throw new IllegalStateException("injected failure at record " + number);
      }
      return log.get(number.intValue());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void outputs_under_failures_are_those_of_a_plain_loop(String backend) throws Exception {
    int lines = 4_000 + 400 * FAILURES;
    ArrayList<FleetLine> log = FleetFixture.log(SEED, lines, 300);
    Random random = new Random(SEED);
    while (PENDING_FAILURES.size() < FAILURES) {
      PENDING_FAILURES.add((long) random.nextInt(lines));
    }
    List<String> outputs = new ArrayList<>();
    StreamExecutionEnvironment env = environment(backend);
    try (var collected = fleet(env, log).executeAndCollect()) {
      for (Iterator<String> each = collected; each.hasNext(); ) {
        outputs.add(each.next());
      }
    }
    outputs.sort(null);
    assertThat(PENDING_FAILURES).isEmpty();
    assertThat(outputs).as("seed %d", SEED).isEqualTo(FleetFixture.plainLoop(log));
  }

  private StreamExecutionEnvironment environment(String backend) {
    Configuration settings = new Configuration();
    settings.setString("state.backend.type", backend);
    settings.setString("execution.checkpointing.dir", checkpoints.toUri().toString());
    settings.setString("execution.checkpointing.interval", "20 ms");
    settings.setString("restart-strategy.type", "fixed-delay");
    settings.setString("restart-strategy.fixed-delay.attempts", Integer.toString(FAILURES));
    settings.setString("restart-strategy.fixed-delay.delay", "0 ms");
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    env.setParallelism(2);
    return env;
  }

  private static DataStream<String> fleet(
      StreamExecutionEnvironment env, ArrayList<FleetLine> log) {
    BroadcastStream<RulesUpdate> updates =
        env.fromData(RulesUpdate.of(Map.of("charts/order.yaml", FleetFixture.CHART)))
            .broadcast(ChartFunction.RULES);
    SingleOutputStreamOperator<FleetOutput> outcomes =
        env.fromSource(
                new NumberSequenceSource(0, log.size() - 1L),
                WatermarkStrategy.noWatermarks(),
                "numbers")
            .setParallelism(1)
            .map(new FailingLog(log))
            .setParallelism(1)
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<FleetLine>forMonotonousTimestamps()
                    .withTimestampAssigner((line, before) -> FleetFixture.timestamp(line)))
            .setParallelism(1)
            .keyBy(FleetLine::instance)
            .connect(updates)
            .process(new ChartFunction(FleetFixture.RULES, true));
    return outcomes
        .union(
            outcomes.getSideOutput(ChartFunction.EFFECTS),
            outcomes.getSideOutput(ChartFunction.FINDINGS),
            outcomes.getSideOutput(ChartFunction.PROBLEMS))
        .map(FleetFixture::text);
  }
}
