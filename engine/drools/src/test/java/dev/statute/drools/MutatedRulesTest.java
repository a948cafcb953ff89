package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mechanically mutated rule files of the shipped packs: each is either valid or has a problem with
 * a place.
 */
class MutatedRulesTest {
  private static final int MUTANTS = Integer.getInteger("statute.mutants", 40);
  private static final Pattern TOKEN = Pattern.compile("\\w+|\"[^\"\n]*\"|\\s+|.");
  private static final List<String> INSERTED =
      List.of(
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "\"",
          "'",
          "\\",
          "\\u0022",
          "//",
          "/*",
          "*/",
          ",",
          ";",
          ":",
          "!",
          "!.",
          "&&",
          "||",
          "==",
          "=",
          "@",
          "@doc(a = \"b\")",
          "@doc",
          "@doc()",
          "@title(1)",
          "@doc(\"a\", \"b\")",
          "@doc({\"a\"})",
          "\u0000",
          "\u202e",
          "\ud800",
          "\u00e9",
          "\u201c",
          "9".repeat(400),
          "1e999",
          "0x1F",
          "-",
          "not",
          "exists",
          "forall",
          "accumulate(",
          "from",
          "eval(true)",
          "or",
          "and",
          "end",
          "rule \"x\"",
          "when",
          "then",
          "package q",
          "salience 1",
          "salience (1)",
          "timer (int: 1)",
          "no-loop",
          "extends \"x\"",
          "query q()",
          "global A a;",
          "function int f() { return 1; }",
          "declare X end",
          "null",
          "true",
          "matches \"(\"",
          "matches \"(a+)+\\\\1\"",
          "in ()",
          "$t",
          "$t.from().length()",
          "int[] a",
          "new Deny(null)",
          "(".repeat(500),
          "[".repeat(30),
          "!".repeat(500),
          "\"".repeat(501),
          "a.".repeat(300),
          "x(".repeat(40),
          "/".repeat(300),
          "<".repeat(300),
          "\n".repeat(300),
          "not ".repeat(300));

  static List<Path> files() {
    try (Stream<Path> files = Files.walk(Path.of("../../rules"))) {
      return files
          .filter(file -> file.toString().endsWith(".drl") && !file.toString().contains("target"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void are_refused_with_a_place_and_a_fix(Path file) throws IOException {
    String whole = Files.readString(file);
    Random random = new Random(whole.hashCode());
    for (int mutant = 0; mutant < MUTANTS; mutant++) {
      String text = mutate(part(whole, random), random);
      List<Problem> problems =
          DroolsPolicies.compile(List.of(RuleTestSupport.pack("p", text)), Vocabulary.NONE)
              .problems();
      assertThat(problems)
          .as("%s", text)
          .allSatisfy(
              problem -> {
                assertThat(problem.fix()).isNotBlank();
                assertThat(problem.place().file()).isEqualTo("p.drl");
                assertThat(problem.place().line()).isBetween(1, (int) text.lines().count() + 2);
                assertThat(problem.message()).doesNotContainPattern("java\\.|Exception|Object\\b");
              });
    }
  }

  /** Header of a file and one of its rules. */
  private static String part(String whole, Random random) {
    String[] rules = whole.split("(?m)^(?=rule )", -1);
    return rules.length < 2 ? whole : rules[0] + rules[1 + random.nextInt(rules.length - 1)];
  }

  private static String mutate(String text, Random random) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    for (int change = random.nextInt(3); change >= 0; change--) {
      int at = random.nextInt(tokens.size());
      int other = random.nextInt(tokens.size());
      String token = tokens.get(at);
      switch (random.nextInt(7)) {
        case 0 -> tokens.subList(at, tokens.size()).clear();
        case 1 -> tokens.remove(at);
        case 2 -> tokens.add(at, token);
        case 3 -> tokens.set(at, tokens.set(other, token));
        case 4 -> tokens.set(at, INSERTED.get(random.nextInt(INSERTED.size())));
        default -> tokens.add(at, INSERTED.get(random.nextInt(INSERTED.size())));
      }
      if (tokens.isEmpty()) {
        return "";
      }
    }
    return String.join("", tokens);
  }
}
