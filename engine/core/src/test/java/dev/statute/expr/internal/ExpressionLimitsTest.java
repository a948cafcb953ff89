package dev.statute.expr.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits for hostile expressions: each is rejected within bounds. */
@Timeout(60)
class ExpressionLimitsTest {
  private static final TypeEnvironment ENV =
      TypeEnvironment.empty().withVariable("data", ValueType.DYN);

  private static List<String> codes(String source) {
    ProblemCollector problems = new ProblemCollector();
    Expression.compile(SourceText.synthetic(source, "x"), ENV, problems);
    return problems.sorted().stream().map(Problem::code).toList();
  }

  private static Object eval(String source, Map<String, ?> data) {
    ProblemCollector problems = new ProblemCollector();
    Expression expression = Expression.compile(SourceText.synthetic(source, "x"), ENV, problems);
    assertThat(problems.sorted()).isEmpty();
    return expression.evaluate(Activation.of(data));
  }

  private static String repeat(int times, String seed, UnaryOperator<String> step) {
    String built = seed;
    for (int i = 0; i < times; i++) {
      built = step.apply(built);
    }
    return built;
  }

  @Test
  void nesting_of_every_kind_is_bounded() {
    assertThat(codes("(".repeat(4000) + "1" + ")".repeat(4000))).containsExactly("E106");
    assertThat(codes("[".repeat(4000) + "]".repeat(4000))).containsExactly("E106");
    assertThat(codes("{1:".repeat(3000) + "1" + "}".repeat(3000))).containsExactly("E106");
    assertThat(codes("1" + " + 1".repeat(2000))).containsExactly("E106");
    assertThat(codes("1" + " < 1".repeat(2000))).containsExactly("E106");
    assertThat(codes("data" + ".a".repeat(3000))).containsExactly("E106");
    assertThat(codes("data" + "[0]".repeat(3000))).containsExactly("E106");
    assertThat(codes("true ? 1 : ".repeat(800) + "1")).containsExactly("E106");
    assertThat(codes("size(".repeat(1500) + "1" + ")".repeat(1500))).containsExactly("E106");
    assertThat(codes("1".repeat(10_001))).containsExactly("E106");
  }

  @Test
  void signs_and_long_chains_do_not_count_as_nesting() {
    assertThat(eval("!".repeat(9000) + "true", Map.of())).isEqualTo(true);
    assertThat(eval("-".repeat(9000) + "1", Map.of())).isIn(1L, -1L);
    assertThat(eval("true" + " && true".repeat(1000), Map.of())).isEqualTo(true);
    assertThat(eval("data.x" + " || data.x".repeat(900) + " || true", Map.of())).isEqualTo(true);
  }

  @Test
  void parts_of_a_duration_whose_sum_overflows_are_no_duration() {
    String part = Long.MAX_VALUE + "s";
    assertThatThrownBy(() -> eval("duration('" + part + "' + '" + part + "')", Map.of()))
        .isInstanceOf(EvaluationException.class)
        .hasMessageContaining("is not a duration");
    assertThatThrownBy(() -> eval("duration(data.wait)", Map.of("wait", part + part)))
        .isInstanceOf(EvaluationException.class)
        .hasMessageContaining("is not a duration");
  }

  /** Three quarters of a thread's default stack, which leave a quarter to the callers. */
  @Test
  void accepted_expressions_fit_a_small_stack() throws InterruptedException {
    List<String> deep =
        List.of(
            repeat(198, "1", inner -> "(" + inner + " + 1)"),
            repeat(198, "1", inner -> "[" + inner + "]"),
            "1" + " + 1".repeat(198),
            "''.matches('" + repeat(490, "x", inner -> "(" + inner + ")") + "')",
            repeat(150, "[1]", inner -> inner + ".map(x, x)"),
            repeat(150, "1", inner -> "[1].map(x, " + inner + ")"));
    List<Throwable> thrown = new ArrayList<>();
    Thread thread =
        new Thread(null, () -> deep.forEach(source -> eval(source, Map.of())), "small", 768 * 1024);
    thread.setUncaughtExceptionHandler((t, e) -> thrown.add(e));
    thread.start();
    thread.join();
    assertThat(thrown).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // nested loops
        "data.l.all(a, data.l.all(b, data.l.all(c, true)))",
        "data.l.map(a, data.l.map(b, data.l)) == []",
        "data.l.exists(a, data.l.exists(b, data.l.exists(c, a == -1))) || true",
        // doubling texts and lists
        "[data.s].map(x,x+x+x+x).map(x,x+x+x+x).map(x,x+x+x+x).map(x,x+x+x+x).map(x,x+x+x+x)"
            + ".map(x,x+x+x+x).map(x,x+x+x+x).map(x,x+x+x+x).map(x,x+x+x+x).map(x,x+x+x+x)",
        // repeated comparison of long texts
        "[data.s].map(x,x+x+x+x).map(x,x+x+x+x).map(x,x+x+x+x)"
            + ".all(x, data.l.all(i, data.l.all(j, x == x + '')))",
        "[data.s].map(x,x+x+x+x).map(x,x+x+x+x).map(x,x+x+x+x)"
            + ".all(x, data.l.all(i, (x + x).contains(x + 'y') || true))",
        // large patterns, in long texts and repeatedly
        "data.l.all(i, (data.s + data.s).matches('(.*x){12}y') || true)",
        "data.l.all(i, data.l.all(j, 'x'.matches('x{20}' + string(j)) || true))",
        // one text in many places
        "[data.s].map(x,x+x+x+x).map(x,x+x+x+x).map(x,data.l.map(i, x))",
        // results that share their parts
        "[1].map(x,[x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x])"
            + ".map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x])"
            + ".map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x])",
        "[[1].map(x,[x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x])"
            + ".map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x])].all(y,"
            + " y == [1].map(x,[x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x])"
            + ".map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x])"
            + ".map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]).map(x,[x,x,x,x]))",
      })
  void work_is_bounded(String source) {
    Map<String, ?> data =
        Map.of(
            "l", IntStream.range(0, 1000).mapToObj(i -> (Object) (long) i).toList(),
            "s", "x".repeat(1000));
    assertThatThrownBy(() -> eval(source, data))
        .isInstanceOfSatisfying(
            EvaluationException.class,
            e -> assertThat(e.kind()).isEqualTo(EvaluationException.Kind.LIMIT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(x{1000}){1000}", "((x{9}){99}){99}", "(((x{0,30}){30}){30})", "[^]a]{6000}"})
  void a_multiplying_pattern_is_rejected(String pattern) {
    assertThat(codes("''.matches('" + pattern + "')")).containsExactly("E305");
    assertThatThrownBy(() -> eval("''.matches(data.p)", Map.of("p", pattern)))
        .isInstanceOfSatisfying(
            EvaluationException.class,
            e -> assertThat(e.kind()).isEqualTo(EvaluationException.Kind.INVALID_ARGUMENT));
  }

  @Test
  void a_pattern_may_have_a_thousand_characters() {
    assertThat(eval("''.matches('" + "x".repeat(1000) + "')", Map.of())).isEqualTo(false);
    assertThat(codes("''.matches('" + "x".repeat(1001) + "')")).containsExactly("E305");
  }

  @Test
  void many_short_evaluations_have_a_budget_each() {
    Expression expression =
        Expression.compile(
            SourceText.synthetic("data.l.exists(i, i == 999)", "x"), ENV, new ProblemCollector());
    Activation scope =
        Activation.of(
            Map.of("l", IntStream.range(0, 1000).mapToObj(i -> (Object) (long) i).toList()));
    for (int i = 0; i < 5000; i++) {
      assertThat(expression.test(scope)).isTrue();
    }
  }

  @Test
  void any_input_is_compiled_or_rejected() {
    long seed = Long.getLong("statute.seed", 42L);
    System.out.println("fuzzed expressions: seed " + seed);
    Random random = new Random(seed);
    ExpressionGenerator generator = new ExpressionGenerator(random);
    String signs = " .,:?()[]{}<>=!&|+-*/%'\"\\`$#@u0x1e9_abrn\n\ud83d\ude00é";
    int compiled = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder source = new StringBuilder(generator.next());
      for (int edits = random.nextInt(4); edits >= 0; edits--) {
        int at = random.nextInt(source.length() + 1);
        int end = Math.min(source.length(), at + random.nextInt(4));
        int sign = random.nextInt(signs.length());
        source.replace(at, end, random.nextInt(3) == 0 ? "" : signs.substring(sign, sign + 1));
      }
      ProblemCollector problems = new ProblemCollector();
      TypeEnvironment env = TypeEnvironment.empty().withVariable("x", ValueType.DYN);
      Expression expression =
          Expression.compile(SourceText.synthetic(source.toString(), "x"), env, problems);
      assertThat(expression == null).as(source.toString()).isEqualTo(problems.hasErrors());
      TextTemplate.compile(
          SourceText.synthetic("${" + source + "}", "x"), env, new ProblemCollector());
      DataPath.compile(
          SourceText.synthetic(source.toString(), "x"), ValueType.DYN, env, new ProblemCollector());
      if (expression != null) {
        compiled++;
        try {
          expression.evaluate(Activation.of(Map.of("n", 1L)));
        } catch (EvaluationException e) {
          assertThat(e.offset()).isBetween(0, source.length());
        }
      }
    }
    assertThat(compiled).isGreaterThan(500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data.getClass()",
        "''.getClass().forName('java.lang.Runtime')",
        "T(java.lang.Runtime)",
        "new java.io.File('/')",
        "java.lang.System.exit(0)",
        "data.toString()",
        "data.l.add(1)",
        "data.put('a', 1)",
        "data.l.stream()",
        "#this",
        "@bean",
        "${data}",
        "data -> 1",
        "data; data",
        "x = 1",
        "data.n++",
        "data::n",
        "[data](1)",
        "has.call()",
      })
  void code_of_other_languages_is_rejected(String source) {
    assertThat(codes(source)).isNotEmpty();
  }

  @Test
  void a_host_object_in_the_data_is_opaque() {
    Map<String, ?> data = Map.of("o", new Thread("t"), "d", Duration.ofSeconds(1));
    for (String source :
        List.of("data.o.name", "data.o['name']", "data.d.seconds", "data.o + ''")) {
      assertThatThrownBy(() -> eval(source, data)).isInstanceOf(EvaluationException.class);
    }
  }

  @Test
  void an_evaluation_inside_another_works_on_the_budget_of_the_outer_one() {
    EvaluationFrame frame = Activation.of().frame();
    int outer = frame.enter(0);
    frame.charge(EvaluationFrame.BUDGET - 10, 0);
    for (int i = 0; i < 10; i++) {
      int inner = frame.enter(0);
      frame.charge(1, 0);
      frame.leave(inner);
    }
    assertThatThrownBy(() -> frame.charge(1, 0)).isInstanceOf(EvaluationException.class);
    frame.leave(outer);
    frame.enter(0);
    frame.charge(EvaluationFrame.BUDGET, 0);
  }
}
