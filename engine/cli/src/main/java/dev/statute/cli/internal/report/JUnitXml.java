package dev.statute.cli.internal.report;

import static java.util.stream.Collectors.joining;

import dev.statute.problem.Problem;
import dev.statute.problem.VisibleText;
import dev.statute.session.TestOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Results as JUnit XML for build servers; without times, so that the output is stable. */
final class JUnitXml {
  private final StringBuilder out =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

  private JUnitXml() {}

  /** Formats one suite per file, one case per problem. */
  static String ofProblems(List<Problem> problems) {
    return ofTests(
        problems.stream()
            .map(
                problem ->
                    new TestOutcome(
                        problem.place().file(),
                        problem.code() + " " + ProblemText.place(problem),
                        problem.place(),
                        problem.isError() ? List.of(problem) : List.of(),
                        List.of()))
            .toList(),
        List.of());
  }

  /**
   * Formats one suite per file, one case per test.
   *
   * @param missed goals that no test reaches, which go into a separate output
   */
  static String ofTests(List<TestOutcome> tests, List<Problem> missed) {
    Map<String, List<TestOutcome>> files =
        tests.stream()
            .collect(
                Collectors.groupingBy(TestOutcome::file, LinkedHashMap::new, Collectors.toList()));
    JUnitXml xml = new JUnitXml();
    xml.out.append("<testsuites").append(countAttributes(tests)).append(">\n");
    files.forEach(xml::writeSuite);
    xml.writeUncovered(missed);
    return xml.out.append("</testsuites>").toString();
  }

  private void writeSuite(String file, List<TestOutcome> tests) {
    out.append("  <testsuite name=\"").append(escaped(file)).append('"');
    out.append(countAttributes(tests)).append(" errors=\"0\" skipped=\"0\">\n");
    for (TestOutcome test : tests) {
      out.append("    <testcase classname=\"").append(escaped(file));
      out.append("\" name=\"").append(escaped(test.name())).append('"');
      if (test.passed()) {
        out.append("/>\n");
        continue;
      }
      String text = test.failures().stream().map(ProblemText::text).collect(joining("\n"));
      out.append(">\n      <failure type=\"").append(test.failures().get(0).code());
      out.append("\" message=\"").append(escaped(test.failures().get(0).message()));
      out.append("\">").append(escaped(text)).append("</failure>\n    </testcase>\n");
    }
    out.append("  </testsuite>\n");
  }

  private void writeUncovered(List<Problem> missed) {
    if (missed.isEmpty()) {
      return;
    }
    String text =
        missed.stream().map(each -> each.place() + ": " + each.message()).collect(joining("\n"));
    out.append("  <testsuite name=\"coverage\"").append(countAttributes(List.of()));
    out.append(" errors=\"0\" skipped=\"0\">\n    <system-out>").append(escaped(text));
    out.append("</system-out>\n  </testsuite>\n");
  }

  private static String countAttributes(List<TestOutcome> tests) {
    long failed = tests.stream().filter(test -> !test.passed()).count();
    return " tests=\"" + tests.size() + "\" failures=\"" + failed + "\"";
  }

  private static boolean isXmlCharacter(int c) {
    return c == '\n'
        || c == '\r'
        || c == '\t'
        || (c >= ' '
            && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
            && c != 0xFFFE
            && c != 0xFFFF);
  }

  /** Escapes text for XML 1.0, which excludes most control characters. */
  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .map(c -> isXmlCharacter(c) ? c : 0xFFFD)
        .forEach(
            c -> {
              switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\n', '\r', '\t' -> safe.append("&#").append(c).append(';');
                default -> {
                  if (VisibleText.isHidden(c)) {
                    safe.append("&#").append(c).append(';');
                  } else {
                    safe.appendCodePoint(c);
                  }
                }
              }
            });
    return safe.toString();
  }
}
