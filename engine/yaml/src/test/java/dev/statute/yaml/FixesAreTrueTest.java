package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.expr.DurationFormat;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.junit.jupiter.InjectSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fixes of charts: each that says what to write is applied to its file, alternative by alternative.
 * Then the problem is gone and no other error has come.
 */
@ExtendWith(SoftAssertionsExtension.class)
class FixesAreTrueTest {
  @InjectSoftAssertions private SoftAssertions softly;

  private static final Path FOLDER = Path.of("src/test/resources");

  /** Mistakes in a chart that is right: the text that is replaced, and its replacement. */
  private static final List<String[]> MISTAKES =
      List.of(
          new String[] {"to: approval,", "to: aproval,"},
          new String[] {"entry: []", "entyr: []"},
          new String[] {"to: approval,", "target: approval,"},
          new String[] {"timeout: 1h", "timeout: 90"},
          new String[] {"timeout: 1h", "timeout: 1000000"},
          new String[] {"timeout: 1h", "timeout: +5"},
          new String[] {"timeout: 1h", "timeout: 2 weeks"},
          new String[] {"timeout: 1h", "timeout: \"1 hour, 30 minutes\""},
          new String[] {"timeout: 1h", "timeout: PT2D"},
          new String[] {"timeout: 1h", "timeout: P2W"},
          new String[] {"by: string", "by: strnig"},
          new String[] {"size(data.approvals)", "size(data.aprovals)"},
          new String[] {">= 1 &&", "=== 1 &&"},
          new String[] {">= 1 &&", ">== 1 &&"},
          new String[] {">= 1 &&", "\u2265 1 &&"},
          new String[] {">= 1 &&", ">= 1 and"},
          new String[] {">= 1 &&", ">= 1 &&&"},
          new String[] {"size(data.approvals) >= 1 && data.n < settings.limit", "event.by == bob"},
          new String[] {"size(data.approvals) >= 1", "now > 2026-01-01"},
          new String[] {"size(data.approvals) >= 1", "now > 2026-01-01T10:30:00+02:00"},
          new String[] {"size(data.approvals) >= 1", "duration('1h') < 3d"},
          new String[] {"size(data.approvals) >= 1", "duration('1h') < 90m"},
          new String[] {"append: { approvals: event.by }", "emit: { mail: { text: please pay } }"},
          new String[] {
            "append: { approvals: event.by }", "emit: { mail: { text: Bitte z\u00e4hlen! } }"
          },
          new String[] {"append: { approvals: event.by }", "emit: { mail: { text: open } }"},
          new String[] {"append: { approvals: event.by }", "emit: { mail: { size: 500B } }"},
          new String[] {"append: { approvals: event.by }", "emit: { mail: { code: 0123 } }"},
          new String[] {"final: true", "final: yes"},
          new String[] {"limit: 1000", "limit: 1_000"},
          new String[] {"n: 0", "n: yes"},
          new String[] {"approvals: []", "approvals: [], zip: 007"},
          new String[] {"paid: { final", "pr\u0075\u0308fen: { final"},
          new String[] {"on: { Submit", "on:\u00a0{ Submit"},
          new String[] {"Approve:\n", "Aprove:\n"});

  private static final String CHART =
      """
      chart: claim
      settings: { limit: 1000 }
      data: { n: 0, approvals: [] }
      events:
        Submit: { by: string }
        Approve: { by: string }
      initial: intake
      states:
        intake:
          entry: []
          on: { Submit: { to: approval, do: [ { append: { approvals: event.by } } ] } }
        approval:
          on:
            Approve:
              - { when: size(data.approvals) >= 1 && data.n < settings.limit, to: payment }
              - { do: [ { append: { approvals: event.by } } ] }
        payment:
          invoke: { task: pay, id: pay, timeout: 1h }
          on: { done.invoke.pay: paid, error.invoke.pay: approval }
        paid: { final: true }
      """;

  @Test
  void fixes_of_fixtures() throws IOException {
    int applied = 0;
    for (Map.Entry<Path, String> file : fixtures().entrySet()) {
      applied += check(file.getKey(), file.getValue());
    }
    assertThat(applied).isGreaterThan(30);
  }

  @Test
  void fixes_of_common_mistakes() {
    assertThat(problems(Path.of("claim.yaml"), CHART)).isEmpty();
    int applied = 0;
    for (String[] mistake : MISTAKES) {
      assertThat(CHART).contains(mistake[0]);
      applied += check(Path.of("claim.yaml"), CHART.replaceFirst(quoted(mistake[0]), mistake[1]));
    }
    assertThat(applied).isGreaterThan(MISTAKES.size() * 3 / 4);
  }

  private static String quoted(String text) {
    return Pattern.quote(text);
  }

  /** Applies the fixes of a file; returns how many could be applied. */
  private int check(Path file, String content) {
    boolean isChart = load(file, content).value() != null;
    List<Problem> before = problems(file, content);
    int applied = 0;
    for (Problem problem : before) {
      for (String changed : FixApplication.apply(content, problem)) {
        // a file that cannot be read hides what is wrong in the chart
        List<Problem> after = isChart ? problems(file, changed) : load(file, changed).problems();
        String description = problem + "\n" + changed;
        softly.assertThat(after).as(description).noneMatch(each -> isSame(each, problem));
        softly
            .assertThat(
                after.stream()
                    .filter(each -> each.isError() && !wasHidden(each, problem))
                    .map(Problem::code))
            .as(description)
            .isSubsetOf(before.stream().filter(Problem::isError).map(Problem::code).toList());
        applied++;
      }
    }
    return applied;
  }

  /** Returns whether an error is in a text that YAML did not read before, so was there already. */
  private static boolean wasHidden(Problem found, Problem mended) {
    return mended.code().equals("quote-me") && found.place().line() == mended.place().line();
  }

  private static boolean isSame(Problem one, Problem other) {
    return one.code().equals(other.code())
        && one.place().equals(other.place())
        && one.message().equals(other.message());
  }

  private static Loaded<ChartDefinition> load(Path file, String content) {
    return YamlCharts.load(new Source(file.toString(), content));
  }

  private static List<Problem> problems(Path file, String content) {
    Loaded<ChartDefinition> loaded = load(file, content);
    List<Problem> all = new ArrayList<>(loaded.problems());
    @Nullable ChartDefinition chart = loaded.value();
    if (chart != null) {
      all.addAll(Chart.compile(chart).problems());
    }
    return all;
  }

  private static Map<Path, String> fixtures() throws IOException {
    Map<Path, String> all = new LinkedHashMap<>();
    for (String folder : List.of("problems", "checks")) {
      try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
        for (Path file : files.filter(FixesAreTrueTest::isChart).sorted().toList()) {
          all.put(file, Files.readString(file));
        }
      }
    }
    return all;
  }

  private static boolean isChart(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".yaml")
        && !name.matches(".*\\.(test|pack|tools|migration)\\.yaml|(P2|C14|C10[0157]).*");
  }

  @ParameterizedTest
  @CsvSource({
    "2 weeks, 14d",
    "1.5 weeks, 10.5d",
    "P2W, 14d",
    "PT2D, 2d",
    "3 days, 3d",
    "1 hour and 30 minutes, 1h30m",
    "5 mins, 5m",
    "20 SECS, 20s",
    "5 MS, 5ms",
  })
  void a_duration_is_advised_of_the_same_length(String written, String advised) {
    Duration meant = DurationFormat.parse(advised);
    assertThat(meant).isNotNull();
    assertThat(DurationFormat.suggestFix(written)).isEqualTo("write it as " + advised);
  }

  @ParameterizedTest
  @CsvSource({"P1M", "P1Y", "P1Y2M3D", "P1M2W", "1 month", "2 months", "3M", "1y", "1 year", "2mo"})
  void months_and_years_are_never_advised_as_a_length(String written) {
    assertThat(DurationFormat.suggestFix(written)).startsWith("months and years differ in length");
  }

  @ParameterizedTest
  @CsvSource({"1e3s", "5us", "10 fortnights", "1h 5x", "30 Std", "1.5.2s"})
  void a_part_that_is_not_understood_is_never_left_out(String written) {
    assertThat(DurationFormat.suggestFix(written))
        .isEqualTo("write it as 250ms, 30s, 10m, 2h, 1d or 1h30m");
  }
}
