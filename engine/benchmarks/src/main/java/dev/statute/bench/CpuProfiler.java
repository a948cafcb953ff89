package dev.statute.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Profiler of processor time per operation, of all Java threads except the measuring one: on a
 * shared machine, elapsed time depends on the other users. The threads of compiler and collector
 * are not counted.
 */
public final class CpuProfiler implements InternalProfiler {
  /** Name of the result, in nanoseconds per operation. */
  public static final String NAME = "cpu";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private Map<Long, Long> before = Map.of();

  /** Created by JMH. */
  public CpuProfiler() {}

  @Override
  public String getDescription() {
    return "Processor time per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = times();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long spent = 0;
    for (Map.Entry<Long, Long> thread : times().entrySet()) {
      spent += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
    }
    double each = (double) spent / Math.max(1, result.getMetadata().getAllOps());
    return List.of(new ScalarResult(NAME, each, "ns/op", AggregationPolicy.AVG));
  }

  private Map<Long, Long> times() {
    Map<Long, Long> times = new HashMap<>();
    long self = Thread.currentThread().getId();
    for (long id : threads.getAllThreadIds()) {
      long time = threads.getThreadCpuTime(id);
      if (id != self && time > 0) {
        times.put(id, time);
      }
    }
    return times;
  }
}
