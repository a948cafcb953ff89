package dev.statute.progress;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a test run says.
 *
 * @param verdict equal for runs in which the same tests fail
 * @param failed how many fail; -1 if unknown
 */
record TestResult(int verdict, int failed) {
  private static final int MOST = 20_000;
  private static final Pattern NAMES =
      Pattern.compile(
          "(?m)^(?:FAILED|ERROR|FAIL:|--- FAIL:|not ok \\d+|[✗✘×])\\s+(\\S+)|^test (\\S+) \\.\\.\\."
              + " FAILED");
  private static final Pattern COUNT =
      Pattern.compile("(?i)(\\d{1,6}) (?:tests? )?fail(?:ed|ures?|ing)?\\b");

  /** How a line starts that may name a test; expressions are slow, and most outputs have none. */
  private static final String[] STARTS = {
    "FAILED", "ERROR", "FAIL:", "--- FAIL:", "not ok ", "✗", "✘", "×", "test "
  };

  static TestResult of(ProgressRecord record, boolean passed, ToolOutput output) {
    Object given = record.value(RecordField.TEST);
    ProgressRecord test = given instanceof Map<?, ?> ? ProgressRecord.nested(given) : record;
    String whole = output.text();
    ToolOutput read =
        whole.length() > MOST ? ToolOutput.of(whole.substring(whole.length() - MOST)) : output;
    String text = read.text();
    int failed = (int) test.number(RecordField.FAILED, passed ? 0 : -1);
    if (failed < 0 && fails(text)) {
      Matcher count = COUNT.matcher(text);
      while (count.find()) {
        failed = Integer.parseInt(count.group(1));
      }
    }
    if (test.has(RecordField.SIGNATURE)) {
      return new TestResult(TextHash.half(test.text(RecordField.SIGNATURE)), failed);
    }
    TreeSet<String> names = new TreeSet<>();
    int first = named(text);
    Matcher name = NAMES.matcher(text);
    for (boolean found = first >= 0 && name.find(first); found; found = name.find()) {
      names.add(name.group(1) == null ? name.group(2) : name.group(1));
    }
    String verdict =
        names.isEmpty()
            ? new String(read.masked(), StandardCharsets.UTF_8)
            : String.join("\n", names);
    return new TestResult(
        TextHash.half((passed ? "passed\n" : "failed\n") + failed + '\n' + verdict), failed);
  }

  private static boolean fails(String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if ((c == 'f' || c == 'F') && text.regionMatches(true, at, "fail", 0, 4)) {
        return true;
      }
    }
    return false;
  }

  /** Where the first line starts that may name a test; -1 if none does. */
  private static int named(String text) {
    int end = -1;
    do {
      int start = end + 1;
      for (String word : STARTS) {
        if (text.startsWith(word, start)) {
          return start;
        }
      }
      end = text.indexOf('\n', start);
    } while (end >= 0);
    return -1;
  }
}
