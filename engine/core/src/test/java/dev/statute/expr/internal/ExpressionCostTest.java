package dev.statute.expr.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cost of evaluation: typical chart expressions allocate nothing. */
class ExpressionCostTest {
  private static final int TIMES = 200_000;
  private static final TypeEnvironment ENV =
      TypeEnvironment.empty()
          .withVariable("data", ValueType.DYN)
          .withVariable(
              "event",
              ValueType.closed(
                  "event", Map.of("success", ValueType.Field.required(ValueType.BOOL))))
          .withVariable(
              "settings",
              ValueType.closed("settings", Map.of("k", ValueType.Field.required(ValueType.INT))))
          .withVariable(
              "progress",
              ValueType.closed(
                  "progress",
                  Map.of(
                      "calls", ValueType.Field.required(ValueType.INT),
                      "share", ValueType.Field.required(ValueType.DOUBLE))))
          .withStates(List.of("a"), "a"::indexOf);
  private static final Activation SCOPE =
      new Activation() {
        private final Object[] values = {
          Map.of(
              "n",
              1000L,
              "spent",
              12.5,
              "name",
              "agent",
              "items",
              IntStream.range(0, 20).mapToObj(i -> (Object) (i + 1000L)).toList()),
          Map.of("success", true),
          Map.of("k", 900L),
          Map.of("calls", 5000L, "share", 0.75)
        };

        @Override
        public Object variable(int slot) {
          return values[slot];
        }

        @Override
        public boolean isActive(int state) {
          return state == 0;
        }
      };

  @ParameterizedTest
  @ValueSource(
      strings = {
        "event.success",
        "data.n + 1 > settings.k && active('a')",
        "data.n + data.n * data.n > settings.k",
        "data.spent * 2.0 >= 20",
        "data.spent + data.spent > data.n || data.n == 1000.0",
        "progress.calls % settings.k == 500",
        "progress.share >= 0.5 ? data.n > 1 : data.n < 1",
        "data.name == 'agent' && data.name.startsWith('ag') && size(data.name) == 5",
        "has(data.n) && !has(data.nope) && 'n' in data",
        "data.items[3] == 1003",
        "data.name in ['user', 'agent']",
        "1003 in data.items",
        "data.items[0] == data.items[1] || true",
        "progress.calls % 7 == 2 && -data.n < 0",
      })
  void a_typical_condition_allocates_nothing(String source) {
    Expression expression =
        Expression.compile(SourceText.synthetic(source, "x"), ENV, new ProblemCollector());
    assertThat(expression).isNotNull();
    assertThat(run(expression)).isEqualTo(TIMES);
    run(expression);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    int held = run(expression);
    long allocated = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(held).isEqualTo(TIMES);
    assertThat(allocated).isLessThan(TIMES);
  }

  private static int run(Expression expression) {
    int held = 0;
    for (int i = 0; i < TIMES; i++) {
      if (expression.test(SCOPE)) {
        held++;
      }
    }
    return held;
  }
}
