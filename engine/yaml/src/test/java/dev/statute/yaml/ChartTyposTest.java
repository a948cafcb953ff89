package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.check.ChartDiff;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.step.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Shipped charts with one typing mistake each: the meaning stays, or the problems state the mistake
 * and its line. {@code -Dstatute.typos=N} tries N mistakes of each kind and chart instead of a few;
 * {@code -Dstatute.seed=N} others.
 */
class ChartTyposTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root"));
  private static final int COUNT = Integer.getInteger("statute.typos", 3);
  private static final long SEED = Long.getLong("statute.seed", 20_260_201);

  /** Maximum distance in lines of a problem from a mistake of form. */
  private static final int NEAR = 2;

  private static final String VALUE =
      "(?<=[\\w\"']: )[^\\s#{}\\[\\],>|&][^#{}\\[\\],\\n]*?(?= *(?:[},#\\n]|$))";
  private static final String KEY = "(?<=^ {0,40}|[{,] ?|- )[A-Za-z_][\\w-]+(?=: |:$)";

  /** Keys of charts that no shipped chart uses as a name. */
  private static final String KEYWORD =
      "(?<=^ {0,40}|[{,] ?|-"
          + " )(?:chart|states|entry|exit|initial|when|do|policies|always|transitions)(?=: |:$)";

  /** Kind of mistake: a pattern and its replacement. */
  private enum Slip {
    MISSPELT_KEYWORD(KEYWORD, (key, random) -> key + key.charAt(key.length() - 1)),
    SWAPPED_LETTERS(KEY, (key, random) -> swapped(key, random)),
    LOST_LETTER(KEY, (key, random) -> key.substring(0, key.length() - 1)),
    LOST_COLON("(?<=(?:^ {0,40}|[{,] ?|- )[\\w-]{1,40}):(?= )", (colon, random) -> ""),
    LOST_SPACE("(?<=(?:^ {0,40}|[{,] ?|- )[\\w-]{1,40}:) (?=\\S)", (space, random) -> ""),
    EQUALS_SIGN("(?<=(?:^ {0,40}|[{,] ?|- )[\\w-]{1,40}):(?= )", (colon, random) -> " ="),
    TAB("(?m)^  (?= *\\S)", (blanks, random) -> "\t"),
    LESS_INDENTED("(?m)^ (?= *\\S)", (blank, random) -> ""),
    MORE_INDENTED("(?m)^(?= *[\\w-])", (nothing, random) -> " "),
    LOST_BRACE("[}\\]]", (brace, random) -> ""),
    QUOTED(VALUE, (value, random) -> "\"" + value.replace("\"", "") + "\""),
    QUOTED_IN_QUOTES(VALUE, (value, random) -> "\"'" + value.replace("\"", "") + "'\""),
    UNQUOTED("(?<=: )([\"'])[^\"'\\n]*\\1", (text, random) -> text.substring(1, text.length() - 1)),
    OPENED_QUOTE(VALUE, (value, random) -> "\"" + value.replace("\"", "")),
    YES(VALUE, (value, random) -> random.nextBoolean() ? "yes" : "on"),
    NO(VALUE, (value, random) -> random.nextBoolean() ? "no" : "off"),
    NUMBER(VALUE, (value, random) -> "17"),
    LIST(VALUE, (value, random) -> "[ " + value + " ]"),
    MAP(VALUE, (value, random) -> "{ " + "of: " + value + " }"),
    NOTHING(VALUE, (value, random) -> ""),
    LOST_UNIT(
        "(?<=(?:after|every|timeout): (?:\\{ ?)?)\\d+(?:ms|s|m|h|d)\\b",
        (span, random) -> span.replaceAll("[a-z]", ""));

    /** Mistakes in free names and values, which cannot be recognized. */
    private static final Set<Slip> FREE =
        EnumSet.of(
            SWAPPED_LETTERS,
            LOST_LETTER,
            QUOTED,
            QUOTED_IN_QUOTES,
            UNQUOTED,
            YES,
            NO,
            NUMBER,
            LIST,
            MAP,
            NOTHING);

    private final Pattern place;
    private final BiFunction<String, Random, String> change;

    Slip(String place, BiFunction<String, Random, String> change) {
      this.place = Pattern.compile(place, Pattern.MULTILINE);
      this.change = change;
    }

    /** Returns whether the mistake is visible only at the end of the block. */
    boolean isIndentation() {
      return this == LESS_INDENTED || this == MORE_INDENTED;
    }

    /** Returns whether the mistake may give the chart another meaning. */
    boolean isFree() {
      return FREE.contains(this);
    }
  }

  @Test
  void a_slip_of_the_hand_in_a_shipped_chart_is_told_or_means_nothing() throws IOException {
    List<String> silent = new ArrayList<>();
    List<String> vague = new ArrayList<>();
    int slips = 0;
    for (Path file : charts()) {
      Shipped chart = Shipped.of(file);
      Random random = new Random(SEED);
      for (Slip slip : Slip.values()) {
        List<MatchResult> places =
            new ArrayList<>(slip.place.matcher(chart.text).results().toList());
        Collections.shuffle(places, random);
        for (MatchResult at : places.subList(0, Math.min(COUNT, places.size()))) {
          slips++;
          chart.check(slip, at, random, silent, vague);
        }
      }
    }
    assertThat(slips).isGreaterThan(COUNT * 50);
    assertThat(silent).isEmpty();
    assertThat(vague).isEmpty();
  }

  /**
   * Shipped chart.
   *
   * @param known problems without its rules, which declare settings
   */
  private record Shipped(Path file, String text, ChartDefinition chart, Set<String> known) {
    static Shipped of(Path file) throws IOException {
      String text = Files.readString(file);
      ChartDefinition chart = load(file, text).get();
      Set<String> known =
          Chart.compile(chart).problems().stream().map(Shipped::said).collect(Collectors.toSet());
      return new Shipped(file, text, chart, known);
    }

    private static String said(Problem problem) {
      return problem.code() + problem.message();
    }

    /**
     * Returns whether the problem is near the line, names the line, or concerns parts of a setting.
     */
    private static boolean isAbout(Problem problem, int line) {
      return Math.abs(problem.place().line() - line) <= NEAR
          || problem.message().contains(" " + line + ":")
          || problem.code().equals("P305");
    }

    void check(Slip slip, MatchResult at, Random random, List<String> silent, List<String> vague) {
      String mutant =
          text.substring(0, at.start())
              + slip.change.apply(at.group(), random)
              + text.substring(at.end());
      int line = line(text, at.start());
      String now = mutant.lines().skip(line - 1).findFirst().orElse("").strip();
      String what = ROOT.relativize(file) + ":" + line + " " + slip + ": " + now;
      Loaded<ChartDefinition> loaded = load(file, mutant);
      List<Problem> problems =
          loaded.problems().isEmpty() ? Chart.compile(loaded.get()).problems() : loaded.problems();
      problems = problems.stream().filter(each -> !known.contains(said(each))).toList();
      if (problems.isEmpty()) {
        if (!slip.isFree() && !ChartDiff.of(chart, loaded.get()).isEmpty()) {
          silent.add(what);
        }
        return;
      }
      for (Problem each : problems) {
        Place place = each.place();
        if (place.line() < 1 || place.column() < 1 || each.fix().isBlank()) {
          vague.add(what + ": " + each);
        }
      }
      boolean isNear = problems.stream().anyMatch(each -> isAbout(each, line));
      if (!slip.isFree() && !slip.isIndentation() && !isNear) {
        vague.add(what + ": " + problems.get(0).toString().lines().findFirst().orElse(""));
      }
    }
  }

  private static Loaded<ChartDefinition> load(Path chart, String text) {
    return YamlCharts.load(
        new Source(chart.getFileName().toString(), text), name -> parent(chart, name));
  }

  private static @Nullable Source parent(Path chart, SourceText name) {
    for (Path folder : List.of(chart.resolveSibling(""), ROOT.resolve("charts"))) {
      Path file = folder.resolve(Path.of(name.value()).getFileName());
      if (Files.isRegularFile(file)) {
        try {
          return new Source(file.getFileName().toString(), Files.readString(file));
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    }
    return null;
  }

  private static List<Path> charts() throws IOException {
    try (Stream<Path> charts = Files.walk(ROOT.resolve("charts"));
        Stream<Path> samples = Files.walk(ROOT.resolve("samples"))) {
      return Stream.concat(charts, samples)
          .filter(file -> isChart(ROOT.relativize(file).toString()))
          .sorted()
          .toList();
    }
  }

  private static boolean isChart(String name) {
    return name.endsWith(".yaml")
        && !name.contains(".test.")
        && !name.contains("target")
        && !name.endsWith("application.yaml"); // the settings of a Spring Boot application
  }

  private static int line(String text, int at) {
    return (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
  }

  private static String swapped(String key, Random random) {
    int at = random.nextInt(key.length() - 1);
    return key.substring(0, at) + key.charAt(at + 1) + key.charAt(at) + key.substring(at + 2);
  }
}
