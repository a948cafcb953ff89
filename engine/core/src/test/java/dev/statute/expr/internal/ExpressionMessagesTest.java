package dev.statute.expr.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Problems reported on load, with places and fixes. */
class ExpressionMessagesTest {
  private static final List<String> STATES = List.of("idle", "running", "review.vote");
  static final TypeEnvironment ENV =
      TypeEnvironment.empty()
          .withVariable(
              "data",
              ValueType.closed(
                  "data",
                  fields(
                      "qty",
                      ValueType.INT,
                      "item",
                      ValueType.STRING,
                      "price",
                      ValueType.DOUBLE,
                      "tags",
                      ValueType.list(ValueType.STRING),
                      "by",
                      ValueType.map(ValueType.STRING, ValueType.INT),
                      "any",
                      ValueType.DYN)))
          .withVariable("event", ValueType.closed("event Done", fields("success", ValueType.BOOL)))
          .withVariable("now", ValueType.TIMESTAMP)
          .withStates(STATES, STATES::indexOf);

  private static Map<String, ValueType.Field> fields(Object... namesAndTypes) {
    Map<String, ValueType.Field> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      fields.put(
          (String) namesAndTypes[i], ValueType.Field.required((ValueType) namesAndTypes[i + 1]));
    }
    return fields;
  }

  /** Reads blocks of an expression and its expected problems; lines with # are headings. */
  @Test
  void problems_are_reported_at_their_places() throws IOException {
    String file;
    try (InputStream in = ExpressionMessagesTest.class.getResourceAsStream("messages.txt")) {
      file = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    StringBuilder report = new StringBuilder();
    for (String block : file.split("\n\n")) {
      String source = block.lines().findFirst().orElse("");
      report
          .append(report.isEmpty() ? "" : "\n\n")
          .append(source.startsWith("# ") ? block : describe(source));
    }
    if ("write".equals(System.getProperty("golden"))) {
      Path messages = Path.of("src/test/resources/dev/statute/expr/internal/messages.txt");
      Files.writeString(messages, report + "\n");
    }
    assertThat(report.toString()).isEqualTo(file.stripTrailing());
  }

  private static String describe(String source) {
    ProblemCollector problems = new ProblemCollector();
    SourceText text =
        SourceText.of(source, at -> new Place("x", 1, at + 1), new Source("x", source));
    assertThat(Expression.compile(text, ENV, problems)).as(source).isNull();
    assertThat(problems.sorted()).allSatisfy(each -> assertThat(each.fix()).isNotBlank());
    return Stream.concat(Stream.of(source), problems.sorted().stream().map(Problem::toString))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void independent_problems_are_reported_without_consequences() {
    ProblemCollector problems = new ProblemCollector();
    Expression.compile(
        SourceText.synthetic("qtty + 1 > data.itm && active('x')", "x"), ENV, problems);
    assertThat(problems.sorted()).extracting(Problem::code).containsExactly("E201", "E202", "E204");
  }

  @Test
  void a_condition_must_be_a_bool() {
    ProblemCollector problems = new ProblemCollector();
    assertThat(
            Expression.compile(
                SourceText.synthetic("data.qty", "x"), ENV, ValueType.BOOL, problems))
        .isNull();
    assertThat(problems.sorted())
        .extracting(Problem::toString)
        .containsExactly(
            "x:1:1: error E303: this is int, wanted is bool\n"
                + "      = fix: compare it with something");
    assertThat(
            Expression.compile(
                SourceText.synthetic("data.any", "x"), ENV, ValueType.BOOL, problems))
        .isNotNull();
  }

  @Test
  void an_int_is_assignable_to_a_double_but_not_the_reverse() {
    ProblemCollector problems = new ProblemCollector();
    Expression whole =
        Expression.compile(SourceText.synthetic("data.qty", "x"), ENV, ValueType.DOUBLE, problems);
    assertThat(whole.evaluate(Activation.of(Map.of("qty", 3L)))).isEqualTo(3.0);
    Expression sum =
        Expression.compile(SourceText.synthetic("data.price + 0.5", "x"), ENV, problems);
    assertThat(sum.evaluate(Activation.of(Map.of("price", 3L)))).isEqualTo(3.5);
    assertThat(problems.sorted()).isEmpty();
    assertThat(
            Expression.compile(
                SourceText.synthetic("data.price", "x"), ENV, ValueType.INT, problems))
        .isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a: 'closed'      | YAML took the quotes: write "'closed'" for the text
          a: "closed"      | YAML took the quotes: write "'closed'" for the text
          a: closed        | write "'closed'" with both quotes for the text; in scope: data, event, now
          a: 'on the way'  | write "'on the way'" with both quotes for the text
          a: on the way!   | write "'on the way!'" with both quotes for the text
          a: on the 3rd    | write "'on the 3rd'" with both quotes for the text
          """)
  void a_text_without_quotes_gets_a_hint_about_yaml_quotes(String line, String fix) {
    int start = line.indexOf(' ') + 1;
    boolean isQuoted = line.endsWith("'") || line.endsWith("\"");
    int from = isQuoted ? start + 1 : start;
    String value = line.substring(from, isQuoted ? line.length() - 1 : line.length());
    SourceText text =
        SourceText.of(
            value, at -> new Place("c.yaml", 1, from + at + 1), new Source("c.yaml", line));
    ProblemCollector problems = new ProblemCollector();
    assertThat(Expression.compile(text, ENV, problems)).isNull();
    assertThat(problems.sorted()).extracting(Problem::fix).containsExactly(fix);
  }

  @Test
  void chained_comparisons_are_rejected_for_unknown_types_too() {
    ProblemCollector problems = new ProblemCollector();
    SourceText text = SourceText.synthetic("1 < data.qty <= data.any", "x");
    assertThat(Expression.compile(text, ENV, problems)).isNull();
    assertThat(problems.sorted())
        .extracting(each -> each.place().column() + " " + each.fix())
        .containsExactly("14 write 1 < data.qty && data.qty <= data.any");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          data.price == 1             | bool
          data.qty < 1.5              | bool
          1 / 0                       | int
          data.any + 1                | int
          data.any + 'x'              | string
          data.any.x[1].y             | any
          data.by.x                   | int
          data.by                     | map(string, int)
          data.tags.map(t, size(t))   | list(int)
          data.tags.filter(t, t > '') | list(string)
          now - now                   | duration
          now + duration('1h')        | timestamp
          {'a': 1}                    | map(string, int)
          [1, 'a']                    | list(any)
          []                          | list(any)
          data.item == null           | bool
          event.success ? 1 : 2       | int
          active('review.vote')       | bool
          data.price                  | number
          now.getHours('UTC')         | int
          data.item.matches('^a+$')   | bool
          data.item.matches(data.any) | bool
          """)
  void well_typed_expressions_are_accepted(String source, String type) {
    ProblemCollector problems = new ProblemCollector();
    Expression expression = Expression.compile(SourceText.synthetic(source, "x"), ENV, problems);
    assertThat(problems.sorted()).isEmpty();
    assertThat(expression.type()).hasToString(type);
  }

  @ParameterizedTest
  @CsvSource({
    "E101", "E102", "E103", "E104", "E105", "E106", "E107", "E108", "E109", "E110", "E201", "E202",
    "E203", "E204", "E301", "E302", "E303", "E304", "E305", "E306"
  })
  void each_code_has_its_page(String code) throws IOException {
    try (InputStream page =
        Expression.class.getResourceAsStream("/META-INF/statute/codes/" + code + ".md")) {
      assertThat(page).as(code).isNotNull();
      String text = new String(page.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(text).startsWith("# " + code + " ");
      assertThat(text.lines()).hasSizeGreaterThan(6);
    }
  }
}
