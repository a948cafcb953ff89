package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.yaml.internal.pack.PackYaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading of arbitrary files: a value or a placed error, no exception, in little time. */
class HostileFilesTest {
  private static final int ROUNDS = Integer.getInteger("statute.fuzz.rounds", 1_500);

  @TempDir private Path folder;

  @Test
  void charts_with_broken_text_give_a_value_or_a_placed_error() throws IOException {
    List<String> charts = texts();
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int good = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String text = charts.get(random.nextInt(charts.size()));
      for (int i = random.nextInt(3); i >= 0; i--) {
        text = mutated(text, charts, random);
      }
      String where = "seed " + seed + " round " + round + "\n" + text;
      good += check(new Source("f.yaml", text), where) ? 1 : 0;
    }
    assertThat(good).as("seed " + seed).isBetween(1, ROUNDS - 1);
  }

  @Test
  void files_with_flipped_bytes_give_a_value_or_a_placed_error() throws IOException {
    List<String> charts = texts();
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path file = folder.resolve("f.yaml");
    for (int round = 0; round < ROUNDS / 10; round++) {
      byte[] bytes = charts.get(random.nextInt(charts.size())).getBytes(StandardCharsets.UTF_8);
      for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, bytes);
      check(YamlCharts.load(file), "seed " + seed + " round " + round);
    }
  }

  @Test
  void a_file_of_one_long_hostile_line_is_answered_at_once() {
    for (String part :
        List.of(
            "{A, ", "[[", "!x ", "f(a, ", "'", "\"a\" ", "a: ", "*x ", "&x ", "? ", "- ", "a#")) {
      String text = "chart: c\nstates: {a: {on: {" + part.repeat(40_000 / part.length());
      assertThat(Duration.ofNanos(time(text))).as(part).isLessThan(Duration.ofSeconds(20));
      String closed = "chart: c\nrequires: [" + (part + "x, ").repeat(5_000) + "]\n";
      assertThat(Duration.ofNanos(time(closed))).as(part).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void names_of_many_thousand_parts_are_read() {
    String name = "a" + ".a".repeat(20_000);
    for (String lines :
        List.of(
            "initial: " + name + "\nstates: {a: {}}",
            "policies: [" + name.replace('.', '/') + "]\nstates: {a: {}}",
            "states: {a: {entry: [{raise: " + name + "}]}}",
            "states: {a: {defer: [" + name + ".*]}}")) {
      Loaded<ChartDefinition> loaded =
          YamlCharts.load(new Source("f.yaml", "chart: c\n" + lines + "\n"));
      assertThat(loaded.problems()).as(lines.substring(0, 40)).isEmpty();
    }
  }

  private static long time(String text) {
    long start = System.nanoTime();
    check(new Source("f.yaml", text), text.substring(0, 40));
    return System.nanoTime() - start;
  }

  private static boolean check(Source source, String where) {
    Loaded<YamlTree> tree = YamlTree.read(source);
    if (tree.value() != null) {
      tree.value().plain();
    }
    check(TestFile.load(source), where);
    check(PackYaml.load(source), where);
    return check(YamlCharts.load(source), where);
  }

  private static boolean check(Loaded<?> loaded, String where) {
    assertThat(loaded.hasValue() || loaded.problems().stream().anyMatch(Problem::isError))
        .as(where)
        .isTrue();
    for (Problem problem : loaded.problems()) {
      assertThat(problem.place().line()).as(where).isPositive();
      assertThat(problem.place().column()).as(where).isPositive();
      assertThat(problem.toString()).as(where).contains(problem.code());
    }
    if (loaded.value() instanceof ChartDefinition chart) {
      assertThat(chart.toString()).isNotEmpty();
    }
    return loaded.hasValue();
  }

  @Test
  void nothing_is_hidden_behind_a_line_end_that_other_programs_do_not_know() {
    Source source = new Source("a.yaml", "a: 1 # note\u0085b: 2\n");
    assertThat(YamlTree.read(source).problems())
        .extracting(problem -> problem.code() + " " + problem.place())
        .containsExactly("C101 a.yaml:1:12");
  }

  private static String mutated(String text, List<String> charts, Random random) {
    if (text.isEmpty()) {
      return text;
    }
    int at = random.nextInt(text.length());
    int to = Math.min(text.length(), at + 1 + random.nextInt(12));
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
    int line = random.nextInt(lines.size());
    int other = random.nextInt(lines.size());
    return switch (random.nextInt(9)) {
      case 0 -> text.substring(0, at);
      case 1 -> text.substring(0, at) + text.substring(to);
      case 2 -> text.substring(0, at) + sign(random) + text.substring(at);
      case 3 -> text.substring(0, at) + sign(random) + text.substring(to);
      case 4 -> {
        Collections.swap(lines, line, other);
        yield String.join("\n", lines);
      }
      case 5 -> {
        lines.add(line, lines.get(other));
        yield String.join("\n", lines);
      }
      case 6 -> {
        lines.set(line, " ".repeat(random.nextInt(8)) + lines.get(line).strip());
        yield String.join("\n", lines);
      }
      case 7 -> {
        String graft = charts.get(random.nextInt(charts.size()));
        yield text.substring(0, at) + graft.substring(random.nextInt(graft.length()));
      }
      default -> text.replace(word(text, random), word(text, random));
    };
  }

  private static String word(String text, Random random) {
    String[] words = text.split("[^A-Za-z_.]+", -1);
    String word = words[random.nextInt(words.length)];
    return word.isEmpty() ? "states" : word;
  }

  private static String sign(Random random) {
    List<String> signs =
        List.of(
            "{", "}", "[", "]", ":", ": ", "- ", "? ", "?", ",", "#", " #", "&a ", "*a", "!",
            "!!int ", "'", "\"", "|", ">", "%", "@", "`", "\t", "\n", "\r", "\n\n", "---\n",
            "...\n", "\0", "\uFEFF", "\uFDD0", "😀", "\uD800", "null", "~", "yes", "<<: ", "\\",
            "\u0085", "\u2028");
    return signs.get(random.nextInt(signs.size()));
  }

  private static List<String> texts() throws IOException {
    List<String> texts = new ArrayList<>();
    for (String folder : List.of("charts", "problems")) {
      try (Stream<Path> files = Files.list(Path.of("src/test/resources", folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
          byte[] bytes = Files.readAllBytes(file);
          texts.add(new String(bytes, StandardCharsets.UTF_8));
        }
      }
    }
    return texts;
  }
}
