package dev.statute.progress;

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
 * the words of a query in any order, without the arguments that a catalogue says do not count.
 */
final class Canonical {
  private static final Set<String> QUERIES =
      Set.of("query", "q", "search", "search_query", "search_term", "keywords");

  /** Arguments that ask for something. */
  private static final Set<String> QUESTIONS = questions();

  /** Characters that most calls need at most. */
  private static final int ROOM = 250;

  private final ToolCatalogue catalogue;
  private final Effect effect;
  private final @Nullable List<String> only;
  private final StringBuilder out;

  private Canonical(ToolCatalogue catalogue, String tool, Effect effect, StringBuilder out) {
    this.catalogue = catalogue;
    this.effect = effect;
    this.out = out;
    only = catalogue.loopKey(tool);
  }

  private static Set<String> questions() {
    Set<String> all = new HashSet<>(QUERIES);
    all.addAll(List.of("question", "prompt", "task", "request", "pattern", "url", "uri"));
    return all;
  }

  /** A call of a tool with these arguments: the tool, and them below it. */
  static String text(ToolCatalogue catalogue, String tool, Effect effect, Object args) {
    StringBuilder out = new StringBuilder(ROOM).append(tool).append('\n');
    return new Canonical(catalogue, tool, effect, out).text(args);
  }

  private String text(Object args) {
    if (args instanceof Map<?, ?> map) {
      map(map, true);
    } else {
      write(args);
    }
    return out.toString();
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
      Arrays.sort(sorted, Canonical::byName);
    }
    out.append('{');
    for (Map.Entry<?, ?> each : sorted) {
      String key = String.valueOf(each.getKey());
      @Nullable Object inner = each.getValue();
      if (!top || counts(key)) {
        out.append(key).append(':');
        if (top
            && inner instanceof String words
            && effect == Effect.SEARCH
            && QUERIES.contains(key)) {
          query(words);
        } else {
          write(inner);
        }
        out.append(',');
      }
    }
    out.append('}');
  }

  private static int byName(Map.Entry<?, ?> a, Map.Entry<?, ?> b) {
    return String.valueOf(a.getKey()).compareTo(String.valueOf(b.getKey()));
  }

  private boolean counts(String key) {
    return only == null ? !catalogue.ignores(key) : only.contains(key);
  }

  private void query(String words) {
    String[] each = words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1);
    out.append(new TreeSet<>(Arrays.asList(each)));
  }

  private void write(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      map(map, false);
    } else if (value instanceof List<?> list) {
      out.append('[');
      for (Object inner : list) {
        write(inner);
        out.append(',');
      }
      out.append(']');
    } else if (value instanceof Number number) {
      double real = number.doubleValue();
      boolean whole = real == Math.rint(real) && Math.abs(real) < 1e15;
      if (whole) {
        out.append((long) real);
      } else {
        out.append(real);
      }
    } else {
      spaced(String.valueOf(value));
    }
  }

  /** Runs of spaces as one, ends trimmed; line breaks stay, since they may mean something. */
  private void spaced(String text) {
    String stripped = text.strip();
    if (stripped.indexOf('\t') < 0 && !stripped.contains("  ")) {
      out.append(stripped);
      return;
    }
    boolean space = false;
    for (int i = 0; i < stripped.length(); i++) {
      char c = stripped.charAt(i);
      boolean blank = c == ' ' || c == '\t';
      if (!blank || !space) {
        out.append(blank ? ' ' : c);
      }
      space = blank;
    }
  }
}
