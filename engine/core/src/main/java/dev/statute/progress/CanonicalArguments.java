package dev.statute.progress;

import dev.statute.progress.internal.Utf8Whitespace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Arguments written so that equal ones have equal texts: keys sorted, spaces evened out, 1 as 1.0,
 * the words of a query in any order, without the arguments that a catalogue says do not count
 * unless there are no others.
 */
final class CanonicalArguments {
  private static final Set<String> QUERIES =
      Set.of("query", "q", "search", "search_query", "search_term", "keywords");

  /** Arguments that ask for something. */
  private static final Set<String> QUESTIONS = questions();

  private final ToolCatalogue catalogue;
  private final ToolProfile tool;
  private final ToolEffect effect;
  private final boolean runs;
  private final Utf8Buffer out = new Utf8Buffer();

  private CanonicalArguments(
      ToolCatalogue catalogue, ToolProfile tool, ToolEffect effect, boolean runs) {
    this.catalogue = catalogue;
    this.tool = tool;
    this.effect = effect;
    this.runs = runs;
  }

  private static Set<String> questions() {
    Set<String> all = new HashSet<>(QUERIES);
    all.addAll(List.of("question", "prompt", "task", "request", "pattern", "url", "uri"));
    return all;
  }

  /**
   * A call of a tool with these arguments: the tool, and them below it.
   *
   * @param runs whether it runs a command line
   */
  static Utf8Buffer text(
      ToolCatalogue catalogue, ToolProfile tool, ToolEffect effect, boolean runs, Object args) {
    CanonicalArguments canonical = new CanonicalArguments(catalogue, tool, effect, runs);
    canonical.out.add(tool.name()).add('\n');
    if (args instanceof Map<?, ?> map) {
      canonical.map(map, true);
    } else {
      canonical.write(args);
    }
    return canonical.out;
  }

  /** Whether a call with these arguments asks something, so that its answer is what it is for. */
  static boolean asks(@Nullable Object args) {
    if (args instanceof Map<?, ?> map) {
      for (Object key : map.keySet()) {
        if (QUESTIONS.contains(key)) {
          return true;
        }
      }
    }
    return false;
  }

  private void map(Map<?, ?> map, boolean top) {
    Map.Entry<?, ?>[] sorted = map.entrySet().toArray(new Map.Entry<?, ?>[0]);
    if (sorted.length > 1) {
      Arrays.sort(sorted, CanonicalArguments::byName);
    }
    boolean all = !top || !anyCounts(sorted);
    out.add('{');
    for (Map.Entry<?, ?> each : sorted) {
      String key = String.valueOf(each.getKey());
      @Nullable Object inner = each.getValue();
      if (all || counts(key)) {
        out.add(key).add(':');
        if (top
            && inner instanceof String words
            && effect == ToolEffect.SEARCH
            && QUERIES.contains(key)) {
          query(words);
        } else {
          write(inner);
        }
        out.add(',');
      }
    }
    out.add('}');
  }

  private static int byName(Map.Entry<?, ?> a, Map.Entry<?, ?> b) {
    return String.valueOf(a.getKey()).compareTo(String.valueOf(b.getKey()));
  }

  private boolean anyCounts(Map.Entry<?, ?>[] arguments) {
    for (Map.Entry<?, ?> each : arguments) {
      if (counts(String.valueOf(each.getKey()))) {
        return true;
      }
    }
    return false;
  }

  private boolean counts(String key) {
    List<String> only = tool.loopKey();
    return only == null ? !catalogue.ignores(key, tool, runs) : only.contains(key);
  }

  private void query(String words) {
    String[] each = words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1);
    out.add(new TreeSet<>(Arrays.asList(each)).toString());
  }

  private void write(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      map(map, false);
    } else if (value instanceof List<?> list) {
      out.add('[');
      for (Object inner : list) {
        write(inner);
        out.add(',');
      }
      out.add(']');
    } else if (value instanceof Number number) {
      double real = number.doubleValue();
      boolean whole = real == Math.rint(real) && Math.abs(real) < 1e15;
      out.add(whole ? Long.toString((long) real) : Double.toString(real));
    } else {
      spaced(String.valueOf(value));
    }
  }

  /** Runs of spaces as one, ends trimmed; line breaks stay, since they may mean something. */
  private void spaced(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int start = Utf8Whitespace.start(utf8);
    int end = Utf8Whitespace.end(utf8, start);
    if (text.indexOf('\t') < 0 && !text.contains("  ")) {
      out.add(utf8, start, end);
      return;
    }
    boolean space = false;
    for (int i = start; i < end; i++) {
      byte sign = utf8[i];
      boolean blank = sign == ' ' || sign == '\t';
      if (!blank || !space) {
        out.add(blank ? (byte) ' ' : sign);
      }
      space = blank;
    }
  }
}
