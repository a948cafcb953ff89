package dev.statute.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fleet on embedded clusters of 1, 3 and 2 task managers, one after the other from savepoints, of
 * which one is killed at each drawn record: the committed outputs equal those of a plain loop, byte
 * for byte, each once. {@code -Dfailures=100 -Dseed=…} kills more often and draws others.
 */
@SuppressWarnings("try") // of Flink: close() throws all exceptions
class ExactlyOnceTest {
  private static final int FAILURES = Integer.getInteger("failures", 6);
  private static final long SEED = Long.getLong("seed", 5);
  private static final int[] PARALLELISM = {1, 3, 2};

  @TempDir Path folder;
  private final Random random = new Random(SEED);
  private int killed;

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void outputs_under_failures_and_rescaling_are_those_of_a_plain_loop(String backend)
      throws Exception {
    int lines = 3_000 + 300 * FAILURES;
    ArrayList<FleetLine> log = FleetFixture.log(SEED, lines, 300);
    while (ScriptedLog.KILLS.size() < FAILURES) {
      ScriptedLog.KILLS.add((long) random.nextInt(lines - 1));
    }
    String savepoint = null;
    for (int phase = 0; phase < PARALLELISM.length; phase++) {
      ScriptedLog.open((long) lines * (phase + 1) / PARALLELISM.length - 1);
      savepoint = run(log, backend, PARALLELISM[phase], savepoint);
    }
    System.out.printf(
        "exactly once: %s, %d lines, %d task managers killed, parallelism 1, 3, 2%n",
        backend, lines, killed);
    assertThat(killed).isEqualTo(FAILURES);
    assertThat(outputs()).as("seed %d", SEED).isEqualTo(FleetFixture.plainLoop(log));
  }

  /** Runs one phase; returns the path of its savepoint, or null at the end of the log. */
  private String run(ArrayList<FleetLine> log, String backend, int parallelism, String savepoint)
      throws Exception {
    Configuration settings = settings(backend);
    MiniClusterConfiguration size =
        new MiniClusterConfiguration.Builder()
            .setConfiguration(settings)
            .setNumTaskManagers(parallelism)
            .setNumSlotsPerTaskManager(1)
            .build();
    try (MiniCluster cluster = new MiniCluster(size)) {
      cluster.start();
      JobGraph job = job(log, settings, parallelism);
      if (savepoint != null) {
        job.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint, false));
      }
      JobID id = cluster.submitJob(job).get().getJobID();
      return follow(cluster, id, parallelism);
    }
  }

  private String follow(MiniCluster cluster, JobID job, int parallelism) throws Exception {
    CompletableFuture<JobResult> end = cluster.requestJobResult(job);
    List<Integer> living = new ArrayList<>();
    for (int i = 0; i < parallelism; i++) {
      living.add(i);
    }
    int started = parallelism;
    while (!end.isDone()) {
      ScriptedLog.Request request = ScriptedLog.REQUESTS.poll(100, TimeUnit.MILLISECONDS);
      if (request == ScriptedLog.Request.STOP) {
        String target = folder.resolve("savepoints").toUri().toString();
        try {
          return cluster.stopWithSavepoint(job, target, false, SavepointFormatType.CANONICAL).get();
        } catch (ExecutionException e) {
          // tasks that are being restored refuse savepoints
          ScriptedLog.REQUESTS.add(request);
        }
      }
      if (request == ScriptedLog.Request.KILL) {
        cluster.terminateTaskManager(living.remove(random.nextInt(living.size()))).get();
        cluster.startTaskManager();
        living.add(started++);
        killed++;
      }
    }
    assertThat(end.get().getSerializedThrowable()).isEmpty();
    return null;
  }

  private Configuration settings(String backend) {
    Configuration settings = new Configuration();
    settings.setString("state.backend.type", backend);
    settings.setString("execution.checkpointing.dir", folder.resolve("state").toUri().toString());
    settings.setString("execution.checkpointing.interval", "50 ms");
    settings.setString("execution.checkpointing.tolerable-failed-checkpoints", "1000000");
    settings.setString("restart-strategy.type", "fixed-delay");
    settings.setString("restart-strategy.fixed-delay.attempts", "1000000");
    settings.setString("restart-strategy.fixed-delay.delay", "0 ms");
    settings.setString("rest.bind-port", "0");
    return settings;
  }

  private JobGraph job(ArrayList<FleetLine> log, Configuration settings, int parallelism) {
    StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
    env.setParallelism(parallelism);
    BroadcastStream<RulesUpdate> updates =
        env.fromData(RulesUpdate.of(Map.of("charts/order.yaml", FleetFixture.CHART)))
            .uid("updates")
            .broadcast(ChartFunction.RULES);
    DataGeneratorSource<FleetLine> source =
        new DataGeneratorSource<>(
            new ScriptedLog(log),
            log.size(),
            subtasks -> new ScriptedLog.Gate(),
            TypeInformation.of(FleetLine.class));
    WatermarkStrategy<FleetLine> times =
        WatermarkStrategy.<FleetLine>forMonotonousTimestamps()
            .withTimestampAssigner((line, before) -> FleetFixture.timestamp(line));
    SingleOutputStreamOperator<FleetOutput> outcomes =
        env.fromSource(source, times, "log")
            .setParallelism(1)
            .uid("log")
            .keyBy(FleetLine::instance)
            .connect(updates)
            .process(new ChartFunction(FleetFixture.RULES, true))
            .uid("charts");
    outcomes
        .union(
            outcomes.getSideOutput(ChartFunction.EMITS),
            outcomes.getSideOutput(ChartFunction.CALLS),
            outcomes.getSideOutput(ChartFunction.FINDINGS),
            outcomes.getSideOutput(ChartFunction.PROBLEMS))
        .map(FleetFixture::text)
        .sinkTo(
            FileSink.forRowFormat(
                    new org.apache.flink.core.fs.Path(folder.resolve("outputs").toUri()),
                    new SimpleStringEncoder<String>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .build())
        .uid("outputs");
    return env.getStreamGraph().getJobGraph();
  }

  /** Returns the sorted lines of all committed files. */
  private List<String> outputs() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder.resolve("outputs"))) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        if (!each.getFileName().toString().startsWith(".")) {
          lines.addAll(Files.readAllLines(each));
        }
      }
    }
    lines.sort(null);
    return lines;
  }
}
