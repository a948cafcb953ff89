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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalExpressionTest {
  private static final TypeEnvironment TYPED =
      TypeEnvironment.empty()
          .withVariable(
              "x",
              ValueType.closed(
                  "x",
                  Map.of(
                      "a", ValueType.Field.required(ValueType.DECIMAL),
                      "b", ValueType.Field.required(ValueType.DECIMAL),
                      "n", ValueType.Field.required(ValueType.INT),
                      "d", ValueType.Field.required(ValueType.DOUBLE))));
  private static final TypeEnvironment UNTYPED =
      TypeEnvironment.empty().withVariable("x", ValueType.DYN);

  private static Activation scope(Map<String, ?> x) {
    return new Activation() {
      @Override
      public Object variable(int slot) {
        return x;
      }

      @Override
      public boolean isActive(int state) {
        return false;
      }
    };
  }

  private static Map<String, ?> values(String a, String b) {
    Map<String, Object> x = new LinkedHashMap<>();
    x.put("a", new BigDecimal(a));
    x.put("b", new BigDecimal(b));
    x.put("n", 3L);
    x.put("d", 0.5);
    return x;
  }

  /** Evaluates with and without static types; both give the same. */
  private static Object evaluate(String source, Map<String, ?> x) {
    Object typed = compile(source, TYPED).evaluate(scope(x));
    assertThat(compile(source, UNTYPED).evaluate(scope(x))).as(source).isEqualTo(typed);
    return typed;
  }

  private static Expression compile(String source, TypeEnvironment env) {
    ProblemCollector problems = new ProblemCollector();
    Expression expression = Expression.compile(SourceText.synthetic(source, "x"), env, problems);
    assertThat(problems.sorted()).isEmpty();
    assertThat(expression).isNotNull();
    return expression;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x.a + x.b | 12.40",
        "x.a - x.b | 12.20",
        "x.a * x.b | 1.2300",
        "x.a / decimal(4) | 3.075",
        "decimal(1) / decimal(3) | 0.3333333333333333333333333333333333",
        "decimal(100) / decimal('0.01') | 10000",
        "-x.a | -12.30",
        "decimal('0.10') + decimal('0.20') | 0.30",
        "decimal(x.n) | 3",
        "decimal(x.a, 1) | 12.3",
        "decimal('2.5', 0) | 2",
        "decimal('3.5', 0) | 4",
        "decimal(x.a / decimal(7), 2) | 1.76",
        "[x.a, x.b].map(each, each * decimal(2))[1] | 0.20",
      })
  void results_are_exact_and_keep_their_digits(String source, String expected) {
    assertThat(evaluate(source, values("12.30", "0.10"))).isEqualTo(new BigDecimal(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x.a > 12 | true",
        "12 < x.a | true",
        "x.a <= x.b | false",
        "x.a == decimal('12.3') | true",
        "x.a != decimal('12.3') | false",
        "decimal('3.0') == x.n | true",
        "x.n == decimal('3.0') | true",
        "x.n >= decimal('3.01') | false",
        "x.a in [decimal('12.300')] | true",
        "3 in [decimal('3.00')] | true",
        "[x.a] == [decimal('12.3')] | true",
        "string(x.a) == '12.30' | true",
        "string(decimal('0.0000000001')) == '0.0000000001' | true",
        "int(x.a) == 12 | true",
        "double(x.a) == 12.3 | true",
        "dyn(x.a) == dyn(12.3) | false",
        "dyn(12.3) == dyn(x.a) | false",
        "dyn([x.a]) == dyn([12.3]) | false",
      })
  void decimals_and_ints_compare_by_value(String source, boolean expected) {
    assertThat(evaluate(source, values("12.30", "0.10"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x.a + x.d | '+' is not defined for decimal and number",
        "x.a * 2 | '*' is not defined for decimal and int",
        "x.a > 12.5 | '>' is not defined for decimal and number",
        "x.a == 12.3 | decimal and number are never equal",
        "x.a % x.b | '%' is not defined for decimal and decimal",
        "decimal(12.30) | decimal() takes int, decimal, string, this is number",
        "decimal(x.a, '2') | decimal() takes a number of digits, this is string",
      })
  void what_is_not_exact_is_refused_when_loaded(String source, String expected) {
    ProblemCollector problems = new ProblemCollector();
    assertThat(Expression.compile(SourceText.synthetic(source, "x"), TYPED, problems)).isNull();
    assertThat(problems.sorted()).extracting(Problem::message).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x.a + x.d | NO_SUCH_OVERLOAD | '+' is not defined for decimal and number: convert one"
            + " with int(), double() or decimal()",
        "x.d < x.a | NO_SUCH_OVERLOAD | '<' is not defined for number and decimal: convert one"
            + " with int(), double() or decimal()",
        "x.a % x.b | NO_SUCH_OVERLOAD | '%' is not defined for decimal and decimal: convert one"
            + " with int(), double() or decimal()",
        "x.a / decimal(0) | DIVIDE_BY_ZERO | division by zero: 12.30 / 0",
        "decimal('1e' + '3') | BAD_FORMAT | string '1e3' is not a decimal",
        "decimal(x.d) | NO_SUCH_OVERLOAD | expected what decimal() can convert, found number 0.5",
        "decimal(x.a, 101) | OVERFLOW | decimal(12.30, 101) is out of range",
        "decimal(x.a, -1) | OVERFLOW | decimal(12.30, -1) is out of range",
        "int(x.a * decimal('1000000000000000000')) | OVERFLOW |"
            + " int(12300000000000000000.00) is out of range",
      })
  void what_cannot_be_computed_is_an_error(String source, String kind, String message) {
    assertThatThrownBy(() -> compile(source, UNTYPED).evaluate(scope(values("12.30", "0.10"))))
        .isInstanceOfSatisfying(
            EvaluationException.class, e -> assertThat(e.kind().name()).isEqualTo(kind))
        .hasMessage(message);
  }

  @Test
  void results_with_too_many_digits_are_errors() {
    String large = "9".repeat(60);
    assertThatThrownBy(() -> evaluate("x.a * x.b", values(large, large)))
        .hasMessage(large + " * " + large + " is out of range");
    String small = "0." + "0".repeat(59) + "1";
    assertThatThrownBy(() -> evaluate("x.a * x.b", values(small, small)))
        .hasMessage(small + " * " + small + " is out of range");
  }

  @Test
  void generated_decimals_are_computed_as_the_library_does() {
    Random random = new Random(27);
    for (int i = 0; i < 2_000; i++) {
      BigDecimal a =
          new BigDecimal(new BigInteger(random.nextInt(1, 100), random), random.nextInt(30));
      BigDecimal b =
          new BigDecimal(new BigInteger(random.nextInt(1, 100), random), random.nextInt(30))
              .add(BigDecimal.ONE);
      Map<String, ?> x = Map.of("a", a, "b", b.negate());
      assertThat(evaluate("x.a + x.b", x)).isEqualTo(a.subtract(b));
      assertThat(evaluate("x.a * x.b", x)).isEqualTo(a.multiply(b).negate());
      assertThat((BigDecimal) evaluate("x.a / x.b", x))
          .isEqualByComparingTo(a.divide(b.negate(), MathContext.DECIMAL128));
      assertThat(evaluate("x.a < -x.b", x)).isEqualTo(a.compareTo(b) < 0);
      assertThat(evaluate("x.a == -x.b", x)).isEqualTo(a.compareTo(b) == 0);
      assertThat(evaluate("decimal(string(x.a))", x)).isEqualTo(a);
    }
  }

  @Test
  void an_int_is_a_value_for_a_decimal_and_a_double_is_not() {
    ProblemCollector problems = new ProblemCollector();
    assertThat(
            Expression.compile(
                SourceText.synthetic("x.n", "x"), TYPED, ValueType.DECIMAL, problems))
        .isNotNull();
    assertThat(
            Expression.compile(
                SourceText.synthetic("x.d", "x"), TYPED, ValueType.DECIMAL, problems))
        .isNull();
    assertThat(problems.sorted())
        .extracting(Problem::message)
        .isEqualTo(List.of("this is number, wanted is decimal"));
  }
}
