package dev.statute.bench.flink;

import dev.statute.flink.ChartFunction;
import dev.statute.flink.FleetLine;
import dev.statute.flink.FleetOutput;
import dev.statute.flink.RulesUpdate;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecution;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** Cluster in this process with the job of one fleet at a time. */
final class FleetCluster implements AutoCloseable {
  private static final AtomicLong OUTPUTS = new AtomicLong();

  private final Path folder;
  private final Configuration settings = new Configuration();
  private final int parallelism;
  private final MiniCluster cluster;
  private @Nullable JobID job;

  FleetCluster(Path folder, String backend, int parallelism) throws Exception {
    this.folder = folder;
    this.parallelism = parallelism;
    settings.setString("state.backend.type", backend);
    settings.setString("execution.checkpointing.dir", folder.resolve("state").toUri().toString());
    settings.setString("execution.checkpointing.interval", "5 s");
    settings.setString("execution.checkpointing.incremental", "true");
    settings.setString("execution.checkpointing.timeout", "30 min");
    settings.setString("pipeline.object-reuse", "true");
    settings.setString("taskmanager.memory.managed.size", "1gb");
    settings.setString("rest.bind-port", "0");
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(parallelism)
                .build());
    cluster.start();
  }

  /** Runs a job of a number of events to its end; returns the number of its outputs. */
  long run(int instances, long events) throws Exception {
    DrawnLog.reset();
    OUTPUTS.set(0);
    JobID id = cluster.submitJob(graph(new DrawnLog(instances, events, false))).get().getJobID();
    cluster.requestJobResult(id).get().toJobExecutionResult(getClass().getClassLoader());
    return OUTPUTS.get();
  }

  /** Starts a job with one event per instance, or continues one; returns when all tasks run. */
  void start(int instances, @Nullable Path savepoint) throws Exception {
    OUTPUTS.set(0);
    JobGraph graph = graph(new DrawnLog(instances, instances, true));
    if (savepoint != null) {
      graph.setSavepointRestoreSettings(
          SavepointRestoreSettings.forPath(savepoint.toUri().toString(), false));
    }
    JobID id = cluster.submitJob(graph).get().getJobID();
    job = id;
    while (!isRunning(cluster.getExecutionGraph(id).get())) {
      Thread.sleep(10);
    }
  }

  private static boolean isRunning(AccessExecutionGraph graph) {
    for (AccessExecutionVertex vertex : graph.getAllExecutionVertices()) {
      AccessExecution execution = vertex.getCurrentExecutionAttempt();
      if (execution.getState() != ExecutionState.RUNNING
          && execution.getState() != ExecutionState.FINISHED) {
        return false;
      }
    }
    return true;
  }

  /** Waits until each instance started and handled its event. */
  void awaitRecords(long instances) throws InterruptedException {
    while (OUTPUTS.get() < 2 * instances) {
      Thread.sleep(100);
    }
  }

  /** Stops the job with a savepoint in the backend's own format; returns its folder. */
  Path savepoint() throws Exception {
    String target = folder.resolve("savepoints").toUri().toString();
    String made = cluster.stopWithSavepoint(job, target, false, SavepointFormatType.NATIVE).get();
    return Path.of(java.net.URI.create(made));
  }

  private JobGraph graph(DrawnLog log) {
    StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
    env.setParallelism(parallelism);
    RulesUpdate rules = RulesUpdate.of(Map.of("charts/order.yaml", DrawnLog.CHART));
    DataGeneratorSource<FleetLine> source =
        new DataGeneratorSource<>(
            log, log.lines(), subtasks -> new DrawnLog.Gate(), TypeInformation.of(FleetLine.class));
    env.fromSource(source, WatermarkStrategy.noWatermarks(), "log")
        .setParallelism(1)
        .uid("log")
        .keyBy(FleetLine::instance)
        .connect(env.fromData(rules).uid("rules").broadcast(ChartFunction.RULES))
        .process(new ChartFunction(rules, true))
        .uid("charts")
        .sinkTo(new Counts())
        .uid("outputs");
    return env.getStreamGraph().getJobGraph();
  }

  @Override
  public void close() {
    cluster.closeAsync().join();
  }

  /** Sink that counts. */
  private record Counts() implements Sink<FleetOutput> {
    @Override
    public SinkWriter<FleetOutput> createWriter(WriterInitContext context) {
      return new SinkWriter<>() {
        @Override
        public void write(FleetOutput output, Context at) {
          OUTPUTS.incrementAndGet();
        }

        @Override
        public void flush(boolean end) {}

        @Override
        public void close() {}
      };
    }
  }
}
