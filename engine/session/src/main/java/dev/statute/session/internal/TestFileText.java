package dev.statute.session.internal;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.TestFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Insertion of tests into the text of a test file; all other text stays unchanged, including
 * comments.
 */
public final class TestFileText {
  private static final String CODE = "T305";
  private static final Pattern TESTS = Pattern.compile("tests\\s*:\\s*(#.*)?");
  private static final Pattern ITEM = Pattern.compile("( *)- .*");

  private TestFileText() {}

  /** Creates a file with one test. */
  public static String of(String chart, List<String> test) {
    List<String> lines = new ArrayList<>(List.of("chart: " + InlineYaml.of(chart), "tests:"));
    test.forEach(line -> lines.add("  " + line));
    return text(lines, "\n");
  }

  /**
   * Appends a test to a file.
   *
   * @param chart chart that the file must name as tested
   */
  public static Loaded<String> append(Source file, String chart, List<String> test) {
    Loaded<TestFile> before = TestFile.load(file);
    TestFile content = before.value();
    if (content == null) {
      return new Loaded<>(null, before.problems());
    }
    SourceText tested = content.chart();
    if (tested == null || !tested.value().equals(chart)) {
      return refused(
          tested == null ? SourceText.synthetic("", file.file()) : tested,
          "this file does not test " + chart,
          "save the test in a file of its own");
    }
    List<String> lines = new ArrayList<>(file.content().lines().toList());
    int head = head(lines);
    if (head < 0 && !content.tests().isEmpty()) {
      return refused(
          content.tests().get(0).name(),
          "a test can be added only where tests: stands alone on its line",
          "write one test per line: '- name: …'");
    }
    if (head < 0) {
      lines.add("tests:");
      head = lines.size() - 1;
    }
    int end = end(lines, head);
    String indent = indent(lines, head);
    List<String> more = test.stream().map(line -> indent + line).toList();
    lines.addAll(end, more);
    String text = text(lines, file.content().contains("\r\n") ? "\r\n" : "\n");
    Loaded<TestFile> after = TestFile.load(new Source(file.file(), text));
    ProblemCollector problems = new ProblemCollector();
    problems.addAll(after.problems());
    return problems.hasErrors()
        ? new Loaded<>(null, after.problems())
        : new Loaded<>(text, List.of());
  }

  private static int head(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (TESTS.matcher(lines.get(i)).matches()) {
        return i;
      }
    }
    return -1;
  }

  /** End of the block: before the next key and the comments above it. */
  private static int end(List<String> lines, int head) {
    int end = head + 1;
    for (int i = head + 1; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean inside = line.startsWith(" ") || line.startsWith("- ");
      if (!line.isBlank() && !line.startsWith("#") && !inside) {
        break;
      }
      end = inside && !line.isBlank() ? i + 1 : end;
    }
    return end;
  }

  private static String indent(List<String> lines, int head) {
    for (String line : lines.subList(head + 1, lines.size())) {
      Matcher item = ITEM.matcher(line);
      if (item.matches()) {
        return item.group(1);
      }
    }
    return "  ";
  }

  private static String text(List<String> lines, String lineEnd) {
    return String.join(lineEnd, lines) + lineEnd;
  }

  private static Loaded<String> refused(SourceText at, String message, String fix) {
    Problem problem = Problem.error(CODE, at, message, fix);
    return new Loaded<>(null, List.of(problem));
  }
}
