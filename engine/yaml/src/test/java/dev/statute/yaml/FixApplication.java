package dev.statute.yaml;

import dev.statute.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Application of fixes by their words: where a fix says what to write, that replaces the text that
 * the problem covers. Other fixes need a person.
 */
final class FixApplication {
  private static final String VALUE =
      "\"'[^']*'\"|'[^']+'|duration\\('[^']*'\\)|timestamp\\('[^']*'\\)|[\\p{L}\\p{M}\\p{N}_.&|=<>!+*/%~-]+";
  private static final Pattern NEAREST = Pattern.compile("did you mean '([^']+)'\\?.*");
  private static final Pattern LINE = Pattern.compile("quote it: (.*)");
  private static final Pattern UNITS = Pattern.compile("\\S+ what\\? write (.*)");
  private static final Pattern MEMBER = Pattern.compile("write (\\w+): (" + VALUE + ")");
  private static final Pattern WRITE =
      Pattern.compile("write (?:it as )?(" + VALUE + ")((?: (?:in|with|for) [^;]*)?)(?:;.*)?");
  private static final Pattern COMPOSED = Pattern.compile("write each of them .* \\(NFC\\): (.*)");
  private static final Pattern SPACE = Pattern.compile("write a plain space");

  private FixApplication() {}

  /** Returns the file as each alternative of a fix changes it; empty for a fix that is prose. */
  static List<String> apply(String content, Problem problem) {
    String fix = problem.fix();
    Matcher line = LINE.matcher(fix);
    if (line.matches()) {
      int start = lineStart(content, problem.place().line());
      int end = content.indexOf('\n', start);
      String old = content.substring(start, end < 0 ? content.length() : end);
      String indent = old.substring(0, old.length() - old.stripLeading().length());
      return List.of(content.substring(0, start) + indent + line.group(1) + rest(content, end));
    }
    List<String> changed = new ArrayList<>();
    for (String text : texts(content, problem)) {
      changed.add(text);
    }
    return changed;
  }

  private static List<String> texts(String content, Problem problem) {
    String fix = problem.fix();
    Matcher near = NEAREST.matcher(fix);
    Matcher composed = COMPOSED.matcher(fix);
    Matcher units = UNITS.matcher(fix);
    Matcher member = MEMBER.matcher(fix);
    if (near.matches()) {
      return List.of(replaced(content, problem, near.group(1)));
    }
    if (composed.matches()) {
      return List.of(replaced(content, problem, composed.group(1)));
    }
    if (SPACE.matcher(fix).matches()) {
      return List.of(replaced(content, problem, " "));
    }
    if (units.matches()) {
      return Pattern.compile(", | or ")
          .splitAsStream(units.group(1))
          .map(unit -> replaced(content, problem, unit))
          .toList();
    }
    if (member.matches()) {
      String written = covered(content, problem);
      int start = offset(content, problem);
      boolean isValue = content.substring(0, start).matches("(?s).*\\b" + member.group(1) + ": *");
      return isValue && written != null
          ? List.of(replaced(content, problem, member.group(2)))
          : List.of();
    }
    List<String> alternatives = new ArrayList<>();
    boolean isFirst = true;
    for (String part : fix.split(", or |; (?=write)", -1)) {
      Matcher write = WRITE.matcher(isFirst || part.startsWith("write ") ? part : "write " + part);
      if (!write.matches()) {
        return alternatives;
      }
      String quotes = write.group(1);
      alternatives.add(replaced(content, problem, quotes));
      isFirst = false;
    }
    return alternatives;
  }

  private static String replaced(String content, Problem problem, String text) {
    int start = offset(content, problem);
    int end = start + problem.width();
    return content.substring(0, start) + text + content.substring(Math.min(end, content.length()));
  }

  private static @Nullable String covered(String content, Problem problem) {
    int start = offset(content, problem);
    return problem.line() == null ? null : content.substring(start, start + problem.width());
  }

  private static int offset(String content, Problem problem) {
    return lineStart(content, problem.place().line()) + problem.place().column() - 1;
  }

  private static int lineStart(String content, int line) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      start = content.indexOf('\n', start) + 1;
    }
    return start;
  }

  private static String rest(String content, int end) {
    return end < 0 ? "" : content.substring(end);
  }
}
