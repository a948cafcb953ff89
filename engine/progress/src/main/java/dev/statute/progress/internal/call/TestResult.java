package dev.statute.progress.internal.call;

import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.text.TextHash;
import dev.statute.progress.internal.text.ToolOutput;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Result of a test run.
 *
 * @param verdict key that is equal for runs in which the same tests fail
 * @param failed number of failed tests; -1 if unknown
 * @param isOfTests whether it tells of tests; otherwise the run itself may have failed
 */
public record TestResult(int verdict, int failed, boolean isOfTests) {
  private static final int MAX_LENGTH = 20_000;
  private static final Pattern NAMES =
      Pattern.compile(
          "(?m)^(?:FAILED|ERROR|FAIL:|--- FAIL:|not ok \\d+|[✗✘×])\\s+(\\S+)|^test (\\S+) \\.\\.\\."
              + " FAILED");
  private static final Pattern COUNT =
      Pattern.compile(
          "(?i)(?<!(?:job|build|task|step|process|pid|request|worker|shard|attempt|run|id|no\\.) |[#\\w-])"
              + "(\\d{1,6}) (?:tests? )?fail(?:ed|ures?|ing)?\\b");

  /** Prefixes of lines that may name a failed test, checked before the slower expression. */
  private static final String[] PREFIXES = {
    "FAILED", "ERROR", "FAIL:", "--- FAIL:", "not ok ", "✗", "✘", "×", "test "
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
    if (failed < 0 && mentionsFailure(text)) {
      Matcher count = COUNT.matcher(text);
      while (count.find()) {
        int reported = Integer.parseInt(count.group(1));
        failed = reported == 0 ? failed : reported; // 0 is that of a suite that passed
      }
    }
    if (test.has(RecordField.SIGNATURE)) {
      return new TestResult(TextHash.key32(test.text(RecordField.SIGNATURE)), failed, true);
    }
    TreeSet<String> names = new TreeSet<>();
    int first = firstNamed(text);
    Matcher name = NAMES.matcher(text);
    for (boolean found = first >= 0 && name.find(first); found; found = name.find()) {
      names.add(name.group(1) == null ? name.group(2) : name.group(1));
    }
    String verdict =
        names.isEmpty()
            ? new String(read.masked(), StandardCharsets.UTF_8)
            : String.join("\n", names);
    return new TestResult(
        TextHash.key32((passed ? "passed\n" : "failed\n") + failed + '\n' + verdict),
        failed,
        failed >= 0 || !names.isEmpty());
  }

  private static boolean mentionsFailure(String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if ((c == 'f' || c == 'F') && text.regionMatches(true, at, "fail", 0, 4)) {
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
