package dev.statute.bench.expr;

import dev.statute.expr.internal.Expression;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Condition of each kind in charts, on the maps of an instance. */
@SuppressWarnings("NullAway") // the maps contain the read values
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class ConditionBenchmark {
  /** Same condition in Java. */
  private interface ByHand {
    boolean test(Map<String, ?> data, Map<String, ?> event, Map<String, ?> settings);
  }

  private static final Map<String, ByHand> BY_HAND =
      Map.of(
          "event.success",
          (data, event, settings) -> (Boolean) event.get("success"),
          "event.status == 'done' && data.tries < settings.most",
          (data, event, settings) ->
              "done".equals(event.get("status"))
                  && (Long) data.get("tries") < (Long) settings.get("most"),
          "data.n + data.n * data.n > settings.most",
          (data, event, settings) -> {
            long n = (Long) data.get("n");
            return Math.addExact(n, Math.multiplyExact(n, n)) > (Long) settings.get("most");
          },
          "has(data.user) && data.user.name.startsWith('ag')",
          (data, event, settings) ->
              data.containsKey("user")
                  && ((String) ((Map<?, ?>) data.get("user")).get("name")).startsWith("ag"),
          "event.status in ['failed', 'lost', 'done']",
          (data, event, settings) ->
              List.of("failed", "lost", "done").contains(event.get("status")),
          "data.spent * 2.0 >= 20 || active('waiting')",
          (data, event, settings) -> (Double) data.get("spent") * 2.0 >= 20);

  /** Measured condition. */
  @Param({
    "event.success",
    "event.status == 'done' && data.tries < settings.most",
    "data.n + data.n * data.n > settings.most",
    "has(data.user) && data.user.name.startsWith('ag')",
    "event.status in ['failed', 'lost', 'done']",
    "data.spent * 2.0 >= 20 || active('waiting')"
  })
  public String condition = "event.success";

  private final Map<String, Object> data =
      Map.of("n", 1_000L, "tries", 2L, "spent", 12.5, "user", Map.of("name", "agent"));
  private final Map<String, Object> event = Map.of("success", true, "status", "done");
  private final Map<String, Object> settings = Map.of("most", 3L);
  private final Activation scope = Activation.of(data, event, settings);
  private Expression expression = compile("event.success");
  private ByHand byHand = Objects.requireNonNull(BY_HAND.get(condition));

  /** Created by JMH. */
  public ConditionBenchmark() {}

  @Setup
  public void setUp() {
    expression = compile(condition);
    byHand = Objects.requireNonNull(BY_HAND.get(condition));
    if (!expression.test(scope) || !byHand.test(data, event, settings)) {
      throw new IllegalStateException(condition + " does not hold");
    }
  }

  @Benchmark
  public boolean statute() {
    return expression.test(scope);
  }

  @Benchmark
  public boolean java() {
    return byHand.test(data, event, settings);
  }

  private static Expression compile(String source) {
    TypeEnvironment env =
        TypeEnvironment.empty()
            .withVariable("data", ValueType.DYN)
            .withVariable("event", ValueType.DYN)
            .withVariable("settings", ValueType.DYN)
            .withStates(List.of("waiting"), "waiting"::indexOf);
    ProblemCollector problems = new ProblemCollector();
    Expression compiled =
        Expression.compile(SourceText.synthetic(source, "condition"), env, problems);
    return Objects.requireNonNull(compiled, problems::toString);
  }
}
