package dev.statute.progress.internal.call;

import dev.statute.progress.internal.text.Utf8Buffer;
import dev.statute.progress.internal.text.Utf8Whitespace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Canonical text of arguments, equal for equal calls: keys sorted, whitespace collapsed, numbers in
 * one form, the words of a search query in any order. Arguments that the catalogue ignores are left
 * out unless there are no others.
 */
final class CanonicalArguments {
  private static final Pattern ECHOED_WORD = Pattern.compile("[\\p{L}\\p{N}_]+");
  private static final int MAX_ECHO = 16_384;

  private static final Set<String> QUERIES =
      Set.of("query", "q", "search", "search_query", "search_term", "keywords");

  /** Names of arguments that ask for an answer. */
  private static final Set<String> QUESTIONS = questions();

  private final ToolCatalogue catalogue;
  private final ToolProfile tool;
  private final ToolEffect effect;
  private final String command;
  private final String run;
  private final Utf8Buffer out = new Utf8Buffer();

  private CanonicalArguments(
      ToolCatalogue catalogue, ToolProfile tool, ToolEffect effect, String command, String run) {
    this.catalogue = catalogue;
    this.tool = tool;
    this.effect = effect;
    this.command = command;
    this.run = run;
  }

  private static Set<String> questions() {
    Set<String> all = new HashSet<>(QUERIES);
    all.addAll(List.of("question", "prompt", "task", "request", "pattern", "url", "uri"));
    return all;
  }

  /**
   * Returns the canonical text of a call: its tool and its arguments.
   *
   * @param command command line among the arguments; empty if there is none
   * @param run what is run of it
   */
  static Utf8Buffer text(
      ToolCatalogue catalogue,
      ToolProfile tool,
      ToolEffect effect,
      String command,
      String run,
      Object args) {
    CanonicalArguments canonical = new CanonicalArguments(catalogue, tool, effect, command, run);
    canonical.out.add(tool.name()).add('\n');
    if (args instanceof Map<?, ?> map) {
      canonical.map(map, true);
    } else {
      canonical.write(args);
    }
    return canonical.out;
  }

  /** Returns whether a call asks for an answer. */
  static boolean isQuestion(@Nullable Object args) {
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
    return only == null ? !catalogue.isIgnored(key, tool, !command.isEmpty()) : only.contains(key);
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
    } else if (value instanceof Long whole) {
      out.add(whole.toString());
    } else if (value instanceof Number number) {
      double real = number.doubleValue();
      boolean whole = real == Math.rint(real) && Math.abs(real) < 0x1p63;
      out.add(whole ? Long.toString((long) real) : Double.toString(real));
    } else {
      collapsed(command.equals(value) ? run : String.valueOf(value));
    }
  }

  /** Collapses runs of spaces and trims the text; keeps line breaks, which may be significant. */
  private void collapsed(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int start = Utf8Whitespace.start(utf8);
    int end = Utf8Whitespace.end(utf8, start);
    if (text.indexOf('\t') < 0 && !text.contains("  ")) {
      out.add(utf8, start, end);
      return;
    }
    boolean space = false;
    for (int i = start; i < end; i++) {
      byte c = utf8[i];
      boolean blank = c == ' ' || c == '\t';
      if (!blank || !space) {
        out.add(blank ? (byte) ' ' : c);
      }
      space = blank;
    }
  }

  /**
   * Returns whether a result gives back what the call was given, as tools that hand in or note do:
   * it has no words but the names and values of the arguments.
   */
  static boolean isEchoed(@Nullable Object args, String result) {
    if (!(args instanceof Map<?, ?> map) || map.isEmpty() || result.length() > MAX_ECHO) {
      return false;
    }
    String left = result;
    Set<String> names = new HashSet<>();
    for (Map.Entry<?, ?> each : map.entrySet()) {
      names.add(String.valueOf(each.getKey()));
      if (each.getValue() instanceof String text && !text.isBlank()) {
        left = left.replace(text.strip(), " ");
      } else if (each.getValue() instanceof Number || each.getValue() instanceof Boolean) {
        names.add(each.getValue().toString());
      }
    }
    return ECHOED_WORD.matcher(result).find()
        && ECHOED_WORD.matcher(left).results().map(MatchResult::group).allMatch(names::contains);
  }
}
