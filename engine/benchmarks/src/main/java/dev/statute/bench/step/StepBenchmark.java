package dev.statute.bench.step;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** One library on one row: an event, and the creation of an instance. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class StepBenchmark {
  /** Name of a row. */
  @Param({"a", "b", "c", "d4", "d16", "d64", "e2", "e8", "e32"})
  public String row = "a";

  /** Name of a library. */
  @Param({
    "switch",
    "switch by name",
    "statute",
    "statute by name",
    "statute with outcomes",
    "stateless4j",
    "easy-states",
    "cola",
    "squirrel",
    "spring",
    "commons-scxml",
    "pekko fsm"
  })
  public String library = LibraryColumn.SWITCH;

  private int[] events = {};
  private LibraryColumn.Maker maker = () -> ChartRows.named("a").byHand().get();
  private ChartMachine machine = maker.make();

  /** Created by JMH. */
  public StepBenchmark() {}

  @Setup
  public void setUp() {
    ChartRow measured = ChartRows.named(row);
    events = EventWalk.of(measured);
    maker = LibraryColumn.named(library).factory().apply(measured);
    machine = maker.make();
  }

  @TearDown
  public void tearDown() {
    machine.close();
  }

  /** Measures an event. */
  @Benchmark
  @OperationsPerInvocation(EventWalk.LENGTH)
  public Object event() {
    for (int event : events) {
      machine.send(event);
    }
    return machine;
  }

  /** Measures a started instance, and its disposal if the library requires it. */
  @Benchmark
  @Warmup(iterations = 3, time = 100, timeUnit = TimeUnit.MILLISECONDS)
  @Measurement(iterations = 3, time = 100, timeUnit = TimeUnit.MILLISECONDS)
  public void create(Blackhole seen) {
    ChartMachine made = maker.make();
    seen.consume(made);
    made.close();
  }
}
