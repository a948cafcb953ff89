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
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTemplateTest {
  private static final TypeEnvironment ENV =
      TypeEnvironment.empty().withVariable("data", ValueType.DYN);
  private static final Map<String, Object> DATA = new LinkedHashMap<>();

  static {
    DATA.put("qty", 2L);
    DATA.put("item", "tea");
    DATA.put("price", 2.0);
    DATA.put("none", null);
    DATA.put("list", Arrays.asList("a\"b", 1L, null, List.of(1.5)));
    DATA.put("at", Instant.parse("2026-01-31T12:00:00Z"));
    DATA.put("wait", Duration.ofMillis(1500));
  }

  private static TextTemplate compiled(String source) {
    ProblemCollector problems = new ProblemCollector();
    TextTemplate template = TextTemplate.compile(SourceText.synthetic(source, "x"), ENV, problems);
    assertThat(problems.sorted()).isEmpty();
    return template;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Order ${data.qty} × ${data.item}?  | Order 2 × tea?
          ``                                 | ``
          ${data.item}                       | tea
          ${ data.item }${data.item}         | teatea
          costs $5 and $ {x}                 | costs $5 and $ {x}
          $${data.qty}                       | $2
          ${'${'} and }                      | ${ and }
          ${'}'}                             | }
          ${{'a': {'b': 1}}.a.b}             | 1
          ${data.price}                      | 2.0
          ${data.none}                       | null
          ${data.list}                       | ["a\\"b", 1, null, [1.5]]
          ${{'k': data.at, 1: true}}         | {"k": "2026-01-31T12:00:00Z", "1": true}
          ${data.at} ${data.wait}            | 2026-01-31T12:00:00Z 1.500s
          """)
  void values_are_formatted_for_people(String source, String text) {
    assertThat(compiled(source).render(Activation.of(DATA))).isEqualTo(text);
  }

  @Test
  void a_template_lists_its_reads() {
    assertThat(compiled("Name an item.").readPaths()).isEmpty();
    assertThat(compiled("${data.item} ${data.qty}").readPaths())
        .containsExactly("data.item", "data.qty");
  }

  @Test
  void all_its_expressions_are_checked_at_their_places() {
    ProblemCollector problems = new ProblemCollector();
    TextTemplate.compile(SourceText.synthetic("a ${date.x} b ${1 +} c", "x"), ENV, problems);
    assertThat(problems.sorted())
        .extracting(Problem::toString)
        .containsExactly(
            "x:1:5: error E201: there is no 'date' here\n      = fix: did you mean 'data'?",
            "x:1:20: error E101: expected a value, found the end\n"
                + "      = fix: write a value, or values joined by an operator, such as data.n >"
                + " 1");
  }

  @Test
  void an_open_brace_must_be_closed() {
    ProblemCollector problems = new ProblemCollector();
    TextTemplate.compile(SourceText.synthetic("a ${data.x", "x"), ENV, problems);
    assertThat(problems.sorted())
        .extracting(Problem::toString)
        .containsExactly("x:1:3: error E108: '${' is not closed\n      = fix: add '}'");
  }

  @Test
  void an_error_is_placed_in_the_template() {
    assertThatThrownBy(() -> compiled("ab ${data.gone}").render(Activation.of(DATA)))
        .isInstanceOfSatisfying(
            EvaluationException.class, e -> assertThat(e.offset()).isEqualTo(10));
  }

  @Test
  void a_text_is_bounded() {
    TextTemplate template = compiled("${data.s}".repeat(200));
    assertThatThrownBy(() -> template.render(Activation.of(Map.of("s", "x".repeat(10_000)))))
        .isInstanceOfSatisfying(
            EvaluationException.class,
            e -> assertThat(e.kind()).isEqualTo(EvaluationException.Kind.LIMIT));
  }
}
