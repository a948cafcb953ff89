package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Transition;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Generated cells of decision tables, in the spellings of DMN and of spreadsheet programs: on every
 * value the rule engine matches exactly the rows whose cells mean that value.
 */
class GeneratedCellsTest {
  private static final long SEED = Long.getLong("statute.seed", 20_261_128);
  private static final int ROWS = Integer.getInteger("statute.rows", 120);
  private static final List<String> NUMBERS =
      List.of("0", "1", "2", "2.5", ".5", "-1", "\u22121", "5000", "3000000000", "-4000000000");
  private static final List<String> TEXTS =
      List.of(
          "ann",
          "bob",
          "ann lee",
          "M\u00fcller",
          "not",
          "null",
          "",
          "5",
          "a, b",
          "a|b",
          "\u2265 5");
  private static final List<String> WORDS =
      List.of("ann", "bob", "ann lee", "M\u00fcller", "o'neil");
  private static final List<String> QUOTES =
      List.of(
          "''",
          "\"\"",
          "\u201c\u201d",
          "\u201e\u201c",
          "\u00ab\u00bb",
          "\u2018\u2019",
          "\u2039\u203a");

  private static final List<Object> VALUES =
      List.of(
          0L,
          1L,
          2L,
          -1L,
          2.5,
          0.5,
          new BigDecimal("2.5"),
          new BigDecimal("5000.00"),
          4999L,
          5000L,
          3_000_000_000L,
          3_000_000_001L,
          -4_000_000_000L,
          true,
          false,
          "ann",
          "bob",
          "ann lee",
          "M\u00fcller",
          "o'neil",
          "not",
          "null",
          "",
          "5",
          "a, b",
          "a|b",
          "\u2265 5",
          List.of("ann"));

  private final Random random = new Random(SEED);

  /** Cell with its meaning for a value, null if there is none. */
  private record Cell(
      String text, Predicate<@Nullable Object> meaning, Predicate<@Nullable Object> opposite) {
    Cell(String text, Predicate<@Nullable Object> meaning) {
      this(text, meaning, value -> value != null && !meaning.test(value));
    }

    /**
     * Creates a test of the order of numbers; of other values neither it nor its opposite holds.
     */
    static Cell ofOrder(String text, Predicate<@Nullable Object> meaning) {
      return new Cell(text, meaning, value -> value instanceof Number && !meaning.test(value));
    }
  }

  @Test
  void a_row_matches_exactly_the_values_that_its_cell_means() {
    check(() -> cell(false));
  }

  @Test
  void so_does_a_row_of_words_without_quotes() {
    check(() -> cell(true));
  }

  private void check(Supplier<Cell> generator) {
    List<Cell> generated = IntStream.range(0, ROWS).mapToObj(i -> generator.get()).toList();
    List<Cell> cells = new ArrayList<>(generated);
    for (Problem problem : compile(generated).problems()) {
      if (!problem.isError()) {
        continue; // two cells mean the same
      }
      Cell refused = generated.get(problem.place().line() - 2);
      assertThat(problem.code()).as("seed %d: %s", SEED, problem).isEqualTo("R124");
      assertThat(VALUES)
          .as("seed %d: <%s> never matches a number", SEED, refused.text())
          .noneMatch(value -> value instanceof Number && refused.meaning().test(value));
      cells.remove(refused);
    }
    assertThat(cells).hasSizeGreaterThan(ROWS * 3 / 4);
    DroolsPolicy policy = compile(cells).get();
    List<@Nullable Object> values = new ArrayList<>(VALUES);
    values.add(null);
    int matched = 0;
    for (Object value : values) {
      Map<String, Object> payload = new HashMap<>();
      if (value != null) {
        payload.put("v", value);
      }
      Transition transition = RuleTestSupport.on("go", "a", "b", payload);
      Set<String> rules =
          policy.judge(RuleTestSupport.about(transition)).verdicts().stream()
              .map(verdict -> verdict.rule().substring("t#".length()))
              .collect(Collectors.toSet());
      for (int i = 0; i < cells.size(); i++) {
        assertThat(rules.contains("" + i))
            .as("seed %d: the cell <%s> on %s", SEED, cells.get(i).text(), value)
            .isEqualTo(cells.get(i).meaning().test(value));
      }
      matched += rules.size();
    }
    assertThat(matched).isBetween(ROWS, ROWS * values.size() * 3 / 4);
  }

  private static Loaded<DroolsPolicy> compile(List<Cell> cells) {
    StringBuilder csv = new StringBuilder("rule,event,payload.v,verdict\n");
    for (int i = 0; i < cells.size(); i++) {
      String quoted = cells.get(i).text().replace("\"", "\"\"");
      csv.append(i).append(",go,\"").append(quoted).append("\",deny\n");
    }
    Source source = new Source("t.rules.csv", csv.toString());
    Pack pack = new Pack("t", Layer.BASE, "", "", List.of(source), Map.of(), List.of());
    return DroolsPolicies.compile(List.of(pack), Vocabulary.NONE);
  }

  private Cell cell(boolean hasWords) {
    List<Cell> tests =
        IntStream.rangeClosed(0, random.nextInt(3)).mapToObj(i -> test(hasWords)).toList();
    String list =
        tests.stream()
            .map(Cell::text)
            .collect(Collectors.joining(pick(" | ", "|", ", ", " ,  ", " |\u00a0")));
    Predicate<@Nullable Object> any =
        value -> tests.stream().anyMatch(t -> t.meaning().test(value));
    Predicate<@Nullable Object> none =
        value -> value != null && tests.stream().allMatch(t -> t.opposite().test(value));
    boolean isRange = list.matches("\\(?[^\\[\\](),|]*\\.\\.[^\\[\\](),|]*\\)?"); // refused
    return switch (isRange ? 2 : random.nextInt(4)) {
      case 0 -> new Cell(pick("not(", "not (", "NOT( ") + list + ")", none);
      case 1 -> new Cell("not " + list, none);
      default -> new Cell(list, any);
    };
  }

  private Cell test(boolean hasWords) {
    int kind = random.nextInt(12);
    if (kind == 0) {
      return new Cell(pick("null", "NULL", "= null"), value -> value == null);
    }
    if (hasWords) {
      String word = kind < 9 ? pick(WORDS) : pick(TEXTS);
      return new Cell(pick("", "", "= ") + (kind < 9 ? word : quoted(word)), word::equals);
    }
    if (kind == 1) {
      boolean flag = random.nextBoolean();
      return new Cell(
          flag ? pick("true", "TRUE", "True") : pick("false", "FALSE", "False"),
          value -> value != null && value.equals(true) == flag);
    }
    return kind < 5 ? text() : kind < 8 ? range() : comparison();
  }

  private Cell text() {
    String text = pick(TEXTS);
    return new Cell(pick("", "", "= ") + quoted(text), text::equals);
  }

  private String quoted(String text) {
    String quotes = pick(QUOTES);
    return quotes.charAt(0) + text + quotes.charAt(1);
  }

  private Cell range() {
    BigDecimal a = number(pick(NUMBERS));
    BigDecimal b = a.add(new BigDecimal(pick("1", "2.5", "10000")));
    int form = random.nextInt(6);
    String before = List.of("", "[", "]", "(", "[", "[").get(form);
    String after = List.of("", "]", "[", ")", "[", ")").get(form);
    boolean lowClosed = form == 0 || before.equals("[");
    boolean highClosed = form == 0 || after.equals("]");
    return Cell.ofOrder(
        before + a.toPlainString() + pick("..", " .. ") + b.toPlainString() + after,
        value ->
            value instanceof Number number
                && compare(number, a) >= (lowClosed ? 0 : 1)
                && compare(number, b) <= (highClosed ? 0 : -1));
  }

  private Cell comparison() {
    String written = pick(NUMBERS);
    BigDecimal number = number(written);
    String operator =
        pick(
            "", "=", "==", "<", "<=", ">", ">=", "!=", "<>", "\u2264", "\u2265", "\u2260",
            "\uff1e");
    String cell = operator.isEmpty() ? written : operator + pick("", " ", "\u00a0") + written;
    return switch (operator) {
      case "", "=", "==" -> new Cell(cell, value -> is(value, number, 0, 0));
      case "<" -> Cell.ofOrder(cell, value -> is(value, number, -1, -1));
      case "<=", "\u2264" -> Cell.ofOrder(cell, value -> is(value, number, -1, 0));
      case ">", "\uff1e" -> Cell.ofOrder(cell, value -> is(value, number, 1, 1));
      case ">=", "\u2265" -> Cell.ofOrder(cell, value -> is(value, number, 0, 1));
      default -> new Cell(cell, value -> value != null && !is(value, number, 0, 0));
    };
  }

  private static boolean is(@Nullable Object value, BigDecimal number, int least, int most) {
    return value instanceof Number other
        && compare(other, number) >= least
        && compare(other, number) <= most;
  }

  private static int compare(Number value, BigDecimal number) {
    return Integer.signum(new BigDecimal(value.toString()).compareTo(number));
  }

  private static BigDecimal number(String written) {
    return new BigDecimal(written.replace('\u2212', '-'));
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
