package dev.statute.progress.internal.call;

import dev.statute.progress.internal.text.TextHash;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a file that a call showed: from line numbers in its output, else from its arguments,
 * else from its command line.
 *
 * @param place key of the file, or of the call without its numbers; 0 if no lines are known
 * @param from first line
 * @param to last line
 */
record ShownLines(int place, int from, int to) {
  static final ShownLines NONE = new ShownLines(0, 0, 0);

  /** Maximum number of a line; larger numbers are none of lines. */
  private static final int MAX_LINE = 10_000_000;

  /** Lines at both ends of an output in which a numbered line is looked for. */
  private static final int MARGIN = 6;

  private static final Pattern NUMBERED = Pattern.compile("\\s{0,9}(\\d{1,8})(?:[:|\\t→]| \\|).*");
  private static final Pattern HEADER = Pattern.compile("\\[File: (\\S+) \\(.*");
  private static final Pattern PRINTED =
      Pattern.compile("\\bsed\\s+-n\\s+(?:-e\\s+)?['\"]?(\\d{1,8}),\\s*(\\d{1,8})p");
  private static final Pattern HEAD = Pattern.compile("\\bhead\\s+-(?:n\\s*)?(\\d{1,8})\\b");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,8})\\s*[-,:]\\s*(\\d{1,8})");

  private static final Set<String> RANGES = Set.of("viewrange", "range", "lines", "linerange");
  private static final Set<String> STARTS =
      Set.of("startline", "start", "linestart", "fromline", "from", "offset", "startlinenumber");
  private static final Set<String> ENDS =
      Set.of("endline", "end", "lineend", "toline", "to", "endlinenumber");
  private static final Set<String> COUNTS = Set.of("limit", "numlines", "linecount", "count");

  /**
   * Finds the lines.
   *
   * @param file file of the call, or empty
   * @param call key of the call without its numbers, for calls that name no file
   * @param output result as displayed
   */
  static ShownLines of(
      String file, int call, @Nullable Object args, String command, String output) {
    String[] lines = output.split("\n", -1);
    Matcher header = HEADER.matcher(lines[0]);
    String name = file.isEmpty() && header.matches() ? header.group(1) : file;
    int place = name.isEmpty() ? call : TextHash.key32(name);
    ShownLines numbered = numbered(place, lines);
    if (numbered.place() != 0) {
      return numbered;
    }
    return args instanceof Map<?, ?> map && command.isEmpty()
        ? argued(place, map, lines.length)
        : printed(place, command, lines.length);
  }

  private static ShownLines of(int place, long from, long to) {
    return from >= 0 && to >= from && to <= MAX_LINE
        ? new ShownLines(place, (int) from, (int) to)
        : NONE;
  }

  /** Lines with numbers in front; the numbers have to be as many as the lines. */
  private static ShownLines numbered(int place, String[] lines) {
    int first = 0;
    while (first < Math.min(MARGIN, lines.length) && number(lines[first]) < 0) {
      first++;
    }
    int last = lines.length - 1;
    while (last > Math.max(first, lines.length - MARGIN) && number(lines[last]) < 0) {
      last--;
    }
    if (last <= first) {
      return NONE;
    }
    long from = number(lines[first]);
    long to = number(lines[last]);
    return from >= 0 && to - from == last - first ? of(place, from, to) : NONE;
  }

  private static long number(String line) {
    Matcher matcher = NUMBERED.matcher(line);
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : -1;
  }

  private static ShownLines argued(int place, Map<?, ?> args, int shown) {
    long from = -1;
    long to = -1;
    long count = -1;
    for (Map.Entry<?, ?> each : args.entrySet()) {
      String name = normalized(each.getKey());
      Object value = each.getValue();
      if (RANGES.contains(name)) {
        return range(place, value, shown);
      } else if (STARTS.contains(name)) {
        from = whole(value);
      } else if (ENDS.contains(name)) {
        to = whole(value);
      } else if (COUNTS.contains(name)) {
        count = whole(value);
      }
    }
    if (from < 0) {
      return NONE;
    }
    long most = count > 0 ? Math.min(count, shown) : shown;
    return of(place, from, to < from ? from + most - 1 : to);
  }

  private static ShownLines range(int place, @Nullable Object value, int shown) {
    if (value instanceof List<?> list && list.size() == 2) {
      long from = whole(list.get(0));
      long to = whole(list.get(1));
      return of(place, from, to < from ? from + shown - 1 : to);
    }
    Matcher text = RANGE.matcher(String.valueOf(value));
    return text.matches()
        ? of(place, Long.parseLong(text.group(1)), Long.parseLong(text.group(2)))
        : NONE;
  }

  private static ShownLines printed(int place, String command, int shown) {
    Matcher printed = PRINTED.matcher(command);
    if (printed.find()) {
      return of(place, Long.parseLong(printed.group(1)), Long.parseLong(printed.group(2)));
    }
    Matcher head = HEAD.matcher(command);
    return head.find() && command.indexOf('|') < 0
        ? of(place, 1, Math.min(Long.parseLong(head.group(1)), shown))
        : NONE;
  }

  private static String normalized(@Nullable Object name) {
    return String.valueOf(name).replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }

  private static long whole(@Nullable Object value) {
    if (value instanceof Number number) {
      double real = number.doubleValue();
      return real == Math.rint(real) ? (long) real : -1;
    }
    return value instanceof String text && text.matches("\\d{1,8}") ? Long.parseLong(text) : -1;
  }
}
