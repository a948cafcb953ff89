package dev.statute.expr.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpressionTest {
  private static final TypeEnvironment ENV =
      TypeEnvironment.empty()
          .withVariable("data", ValueType.DYN)
          .withVariable(
              "event",
              ValueType.closed(
                  "event Done", Map.of("success", ValueType.Field.required(ValueType.BOOL))))
          .withVariable(
              "settings",
              ValueType.closed("settings", Map.of("k", ValueType.Field.required(ValueType.INT))))
          .withStates(List.of("idle", "running"), id -> List.of("idle", "running").indexOf(id));

  private static final Activation SCOPE =
      new Activation() {
        private final Object[] values = {
          Map.of("n", 3L, "items", List.of(1L, 2L)), Map.of("success", true), Map.of("k", 3L)
        };

        @Override
        public Object variable(int slot) {
          return values[slot];
        }

        @Override
        public boolean isActive(int state) {
          return state == 1;
        }
      };

  private static Expression compiled(String source) {
    ProblemCollector problems = new ProblemCollector();
    Expression expression = Expression.compile(SourceText.synthetic(source, "test"), ENV, problems);
    assertThat(problems.sorted()).isEmpty();
    assertThat(expression).isNotNull();
    return expression;
  }

  private static List<String> problems(String source) {
    ProblemCollector problems = new ProblemCollector();
    assertThat(Expression.compile(SourceText.synthetic(source, "test"), ENV, problems)).isNull();
    return problems.sorted().stream().map(Problem::toString).toList();
  }

  @Test
  void chart_conditions_are_evaluated() {
    assertThat(compiled("event.success").test(SCOPE)).isTrue();
    assertThat(compiled("data.n + 1 > settings.k && active('running')").test(SCOPE)).isTrue();
    assertThat(compiled("data.items.exists(i, i > 1)").test(SCOPE)).isTrue();
    assertThat(compiled("data.missing == 1 || true").test(SCOPE)).isTrue();
  }

  @Test
  void texts_compare_by_code_points() {
    for (String holds :
        List.of(
            "'\uff5e' < '\ud83d\ude00'",
            "!('\\U0001F600' < '\\uFFFF')",
            "'\ud83d\ude00' > 'a\ue000'",
            "'a\ud83d\ude00' >= 'a\uffee'",
            "'\ud83d\ude00' < '\ud83d\ude01'",
            "'\ud83d\ude00' <= '\ud83d\ude00'",
            "'' < 'a'",
            "'a' < 'ab'",
            "'Z' < 'a'")) {
      assertThat(compiled(holds).test(SCOPE)).as(holds).isTrue();
    }
  }

  @Test
  void a_missing_field_is_an_error_when_evaluated() {
    assertThatThrownBy(() -> compiled("data.missing").evaluate(SCOPE))
        .isInstanceOfSatisfying(
            EvaluationException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(EvaluationException.Kind.NO_SUCH_KEY);
              assertThat(e.offset()).isEqualTo(5);
            });
  }

  @Test
  void names_are_checked_when_compiled() {
    assertThat(problems("event.sucess"))
        .containsExactly(
            "test:1:7: error E202: event Done has no field 'sucess'\n"
                + "      = fix: did you mean 'success'?");
    assertThat(problems("active('runing')"))
        .containsExactly(
            "test:1:8: error E204: no state is called 'runing'\n"
                + "      = fix: did you mean 'running'?");
  }

  @Test
  void an_expression_lists_its_reads() {
    assertThat(compiled("data.n + 1 > settings.k && data.items[data.n] == 1").readPaths())
        .containsExactly("data.n", "settings.k", "data.items");
    assertThat(compiled("active('idle')").readPaths()).isEmpty();
  }
}
