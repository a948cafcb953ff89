package dev.statute.progress.internal.call;

import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.text.TextHash;
import dev.statute.progress.internal.text.ToolOutput;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Result of a test run.
 *
 * @param verdict key that is equal for runs in which the same tests fail
 * @param failed number of failed tests; -1 if unknown
 */
public record TestResult(int verdict, int failed) {
  private static final int MAX_LENGTH = 20_000;
  private static final Pattern NAMES =
      Pattern.compile(
          "(?m)^(?:FAIL|ERROR): (\\S+ \\(\\S+\\))"
              + "|^(?:FAILED|ERROR|FAIL:|--- FAIL:|[✗✘×])\\s+(\\S+)"
              + "|^(?:rspec|(?:bin/)?rails test) (\\S+(?::\\d+|\\]))"
              + "|^not ok \\d+ (?:- )?([^#\\n]+)"
              + "|^test (\\S+) \\.\\.\\. FAILED");

  /** Number of failures or errors, before the word or after it. */
  private static final Pattern COUNT =
      Pattern.compile(
          "(?i)(\\d{1,6}) (?:(?:tests?|examples?|previous) )?(?:fail(?:ed|ures?|ing|s)?|errors?)\\b"
              + "|\\b(?:failed|failures|errors)[:=] *(\\d{1,6})|[#ℹ] fail (\\d{1,6})");

  /** Line about one test that passed, in whose name a number may stand. */
  private static final Pattern PASSED =
      Pattern.compile("\\s*(?:[✓✔√]|ok\\b|PASS).*|.*(?:PASSED|\\.\\.\\. ok)\\b.*");

  /** Prefixes of lines that may name a failed test, checked before the slower expression. */
  private static final String[] PREFIXES = {
    "FAILED",
    "ERROR",
    "FAIL:",
    "--- FAIL:",
    "not ok ",
    "rspec ",
    "rails test ",
    "bin/rails ",
    "✗",
    "✘",
    "×",
    "test "
  };

  public static TestResult of(ProgressRecord record, boolean passed, ToolOutput output) {
    Object given = record.value(RecordField.TEST);
    ProgressRecord test = given instanceof Map<?, ?> ? ProgressRecord.nested(given) : record;
    String whole = output.text();
    ToolOutput read =
        whole.length() > MAX_LENGTH
            ? ToolOutput.of(whole.substring(whole.length() - MAX_LENGTH))
            : output;
    String text = read.text();
    int failed = (int) test.number(RecordField.FAILED, passed ? 0 : -1);
    failed = failed < 0 ? failures(text) : failed;
    if (test.has(RecordField.SIGNATURE)) {
      return new TestResult(TextHash.key32(test.text(RecordField.SIGNATURE)), failed);
    }
    TreeSet<String> names = new TreeSet<>();
    int first = firstNamed(text);
    Matcher name = NAMES.matcher(text);
    for (boolean found = first >= 0 && name.find(first); found; found = name.find()) {
      names.add(name(name));
    }
    String verdict =
        names.isEmpty()
            ? new String(read.masked(), StandardCharsets.UTF_8)
            : String.join("\n", names);
    return new TestResult(
        TextHash.key32((passed ? "passed\n" : "failed\n") + failed + '\n' + verdict), failed);
  }

  /** Returns whether a text reports tests that failed, for runs of which no exit code is known. */
  static boolean reportsFailure(String text) {
    String end = text.substring(Math.max(0, text.length() - MAX_LENGTH));
    int first = firstNamed(end);
    Matcher name = NAMES.matcher(end);
    for (boolean found = first >= 0 && name.find(first); found; found = name.find()) {
      if (!name.group().startsWith("ERROR ")) { // else a line of a log
        return true;
      }
    }
    return failures(end) > 0;
  }

  private static @Nullable String name(Matcher name) {
    int group = 1;
    while (group < name.groupCount() && name.group(group) == null) {
      group++;
    }
    return name.group(group);
  }

  /**
   * Returns the failures and errors of the last line that has any, as one without is that of a
   * suite that passed; -1 if there is none.
   */
  private static int failures(String text) {
    int failures = -1;
    for (String line : text.split("\n", -1)) {
      int sum = 0;
      Matcher count = mentionsFailure(line) ? COUNT.matcher(line) : null;
      while (count != null && count.find()) {
        sum += Integer.parseInt(Objects.requireNonNull(name(count)));
      }
      failures = sum > 0 && !PASSED.matcher(line).matches() ? sum : failures;
    }
    return failures;
  }

  private static boolean mentionsFailure(String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (((c == 'f' || c == 'F') && text.regionMatches(true, at, "fail", 0, 4))
          || ((c == 'e' || c == 'E') && text.regionMatches(true, at, "error", 0, 5))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the start of the first line that may name a failed test, or -1. */
  private static int firstNamed(String text) {
    int end = -1;
    do {
      int start = end + 1;
      for (String prefix : PREFIXES) {
        if (text.startsWith(prefix, start)) {
          return start;
        }
      }
      end = text.indexOf('\n', start);
    } while (end >= 0);
    return -1;
  }
}
