package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.junit.jupiter.InjectSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fixes of rules and decision tables: each that says what to write is applied to its file. Then the
 * problem is gone and no other error has come.
 */
@ExtendWith(SoftAssertionsExtension.class)
class RuleFixesTest {
  private static final Pattern NEAREST = Pattern.compile("did you mean '([^']+)'\\?");
  private static final Pattern TEST = Pattern.compile("put (.+), before it(?:, or write .*)?");
  private static final Pattern SAFE = Pattern.compile("put .+, before it, or write (\\S+)");
  private static final Pattern CAST = Pattern.compile("write (\\(int\\) (?:\\(\\w+\\) )?[$\\w]+)");
  private static final Pattern READ = Pattern.compile("write (\\w+\\(\"[\\w.]+\"\\))");
  private static final Pattern NUMBER = Pattern.compile("write ([\\d.]+L?)(?:, so many .*)?");
  private static final Pattern VARIABLE = Pattern.compile("call it (\\$\\w+)");

  /** Problems of what a value is compared with, which show when the value itself is right. */
  private static final Map<String, List<String>> HIDDEN =
      Map.of(
          "R111", List.of("R113"),
          "R118", List.of("R114"),
          "R133", List.of("R114", "R140"));

  @InjectSoftAssertions private SoftAssertions softly;

  @Test
  void what_a_fix_says_to_write_is_right() throws IOException {
    int applied = 0;
    for (Path file : RuleProblemsTest.files()) {
      String content = Files.readString(file);
      List<Problem> before = RuleProblemsTest.problems(file, content);
      for (Problem problem : before) {
        for (Pattern form : List.of(NEAREST, TEST, SAFE, CAST, READ, NUMBER, VARIABLE)) {
          String changed = apply(form, content, problem);
          if (changed != null) {
            check(problem, changed, before, RuleProblemsTest.problems(file, changed));
            applied++;
          }
        }
      }
    }
    assertThat(applied).isGreaterThan(40);
  }

  private void check(Problem problem, String changed, List<Problem> before, List<Problem> after) {
    String description = problem + "\n" + changed;
    softly.assertThat(after).as(description).noneMatch(each -> isSame(each, problem));
    List<String> known = new ArrayList<>(HIDDEN.getOrDefault(problem.code(), List.of()));
    before.stream().filter(Problem::isError).map(Problem::code).forEach(known::add);
    softly
        .assertThat(after.stream().filter(Problem::isError).map(Problem::code))
        .as(description)
        .isSubsetOf(known);
  }

  private static boolean isSame(Problem one, Problem other) {
    return one.code().equals(other.code())
        && one.message().equals(other.message())
        && one.place().line() == other.place().line();
  }

  /** Applies a fix of this form; null if it has another one. */
  private static @Nullable String apply(Pattern form, String content, Problem problem) {
    Matcher fix = form.matcher(problem.fix());
    if (!fix.matches() || problem.line() == null) {
      return null;
    }
    int start = offset(content, problem);
    String text = fix.group(1);
    if (form == TEST) {
      int pattern = pattern(content, start);
      return pattern < 0
          ? null
          : content.substring(0, pattern) + " " + text + "," + content.substring(pattern);
    }
    int end = start + problem.width();
    if (form == SAFE) {
      return replaced(content, text.replace("!.", "."), text, start);
    }
    if (form == CAST) {
      return replaced(content, text.substring(text.lastIndexOf(' ') + 1), text, start);
    }
    if (form == READ) {
      String key = text.substring(text.indexOf('('));
      Matcher call = Pattern.compile("\\w+(?=" + Pattern.quote(key) + ")").matcher(content);
      int line = content.lastIndexOf('\n', start);
      return call.find(line)
          ? content.substring(0, call.start()) + text + content.substring(call.end() + key.length())
          : null;
    }
    if (form == VARIABLE) {
      String old = Pattern.quote(content.substring(start, end));
      return content.replaceAll("(?<![\\w$.\"])" + old + "(?![\\w(\"])", "\\" + text);
    }
    return content.substring(0, start) + text + content.substring(end);
  }

  private static @Nullable String replaced(String content, String old, String text, int from) {
    int at = content.indexOf(old, from);
    return at < 0 ? null : content.substring(0, at) + text + content.substring(at + old.length());
  }

  /** Offset after the parenthesis that opens the pattern around a place; -1 for a consequence. */
  private static int pattern(String content, int place) {
    int depth = 0;
    for (int at = place - 1; at > 0; at--) {
      char c = content.charAt(at);
      if (content.startsWith("then", at)) {
        return -1;
      }
      depth += c == ')' ? 1 : c == '(' ? -1 : 0;
      boolean opens = c == '(' && depth < 0;
      if (opens && content.substring(0, at).matches("(?s).*\\b[A-Z]\\w+ ?")) {
        return at + 1;
      }
      depth = opens ? 0 : depth;
    }
    return -1;
  }

  private static int offset(String content, Problem problem) {
    int start = 0;
    for (int i = 1; i < problem.place().line(); i++) {
      start = content.indexOf('\n', start) + 1;
    }
    return start + problem.place().column() - 1;
  }
}
