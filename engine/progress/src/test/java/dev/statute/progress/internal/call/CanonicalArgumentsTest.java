package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Settings;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.text.TextHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Comparison of action keys with arguments in plain form. */
class CanonicalArgumentsTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_105);
  private static final int CALLS = 20_000;
  private static final String[] SCRAPS = {
    "a",
    "B c",
    " ",
    "  ",
    "\t",
    "\n",
    " \t ",
    "\u3000",
    "\u2007",
    "é",
    "日本",
    "\ud83d\ude00",
    "\ud83d",
    "1.0",
    "ls -l  | wc",
    "{x:1,}",
    "word word"
  };
  private static final String[] NAMES = {
    "q", "query", "path", "content", "n", "why", "ref", "note", "command", "é", ""
  };
  private static final TrackerSettings TRACKING =
      new TrackerSettings(
          Settings.of(
              Map.of(
                  "tool_effects",
                      Map.of(
                          "seek",
                          "SEARCH",
                          "other",
                          Map.of("effect", "EXEC", "ignore", List.of("ref", "n"))),
                  "catalogue_ignores", List.of("why"),
                  "ignored_args", List.of("content"),
                  "catalogue_ignores_beside_command", List.of("note"),
                  "loop_keys", Map.of("only", List.of("n", "path")))),
          fact -> true,
          counter -> true,
          true);

  private static @Nullable Object value(Random random, int depth) {
    switch (random.nextInt(depth == 0 ? 6 : 8)) {
      case 0:
        return random.nextInt(40) - 20;
      case 1:
        return random.nextBoolean() ? random.nextGaussian() : random.nextLong() * 1e3;
      case 2:
        return random.nextBoolean() ? random.nextBoolean() : null;
      case 6:
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(value(random, depth - 1));
        }
        return list;
      case 7:
        return map(random, depth - 1);
      default:
        return words(random);
    }
  }

  private static String words(Random random) {
    StringBuilder words = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(9) == 0 ? 200 : 6); i > 0; i--) {
      words.append(SCRAPS[random.nextInt(SCRAPS.length)]);
    }
    return words.toString();
  }

  private static Map<String, Object> map(Random random, int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      String name = NAMES[random.nextInt(NAMES.length)];
      map.put(name, name.equals("command") ? words(random) : value(random, depth));
    }
    return map;
  }

  @Test
  void an_action_is_known_by_its_arguments_as_they_are_written_plainly() {
    Random random = new Random(SEED);
    String[] tools = {"seek", "other", "only", "Größe"};
    for (int i = 0; i < CALLS; i++) {
      String tool = tools[random.nextInt(tools.length)];
      Object args = random.nextInt(5) == 0 ? words(random) : map(random, 2);
      String plain = tool + '\n' + (args instanceof Map<?, ?> map ? top(tool, map) : plain(args));
      assertThat(TRACKING.actionKey(Map.of("tool", tool, "args", args)))
          .as(plain)
          .isEqualTo(TextHash.hex(TextHash.key32(plain)));
    }
  }

  @Test
  void whole_numbers_are_told_apart_by_each_digit() {
    assertThat(key(1_234_567_890_123_456_789L)).isNotEqualTo(key(1_234_567_890_123_456_788L));
    assertThat(key(5L)).isEqualTo(key(5.0)).isEqualTo(key("5"));
    assertThat(key(1_767_225_600_123_456L)).isEqualTo(key(1_767_225_600_123_456.0));
  }

  private static String key(Object id) {
    return TRACKING.actionKey(Map.of("tool", "seek", "args", Map.of("path", id)));
  }

  private static boolean counts(String tool, String name, Map<?, ?> args) {
    if (tool.equals("only")) {
      return List.of("n", "path").contains(name);
    }
    if (tool.equals("other") && List.of("ref", "n").contains(name)) {
      return false;
    }
    boolean runs = args.get("command") instanceof String command && !command.isEmpty();
    return !name.equals("why") && !name.equals("content") && !(runs && name.equals("note"));
  }

  private static String top(String tool, Map<?, ?> args) {
    StringBuilder out = new StringBuilder("{");
    boolean none = args.keySet().stream().noneMatch(name -> counts(tool, "" + name, args));
    sorted(args)
        .forEach(
            (name, value) -> {
              boolean counts = none || counts(tool, name, args);
              boolean query =
                  tool.equals("seek") && value instanceof String && name.startsWith("q");
              if (counts) {
                out.append(name).append(':').append(query ? query((String) value) : plain(value));
                out.append(',');
              }
            });
    return out.append('}').toString();
  }

  private static String query(@Nullable String words) {
    String lower = String.valueOf(words).toLowerCase(Locale.ROOT).strip();
    return new TreeSet<>(Arrays.asList(lower.split("\\s+", -1))).toString();
  }

  private static TreeMap<String, @Nullable Object> sorted(Map<?, ?> map) {
    TreeMap<String, @Nullable Object> sorted = new TreeMap<>();
    map.forEach((name, value) -> sorted.put(String.valueOf(name), value));
    return sorted;
  }

  private static String plain(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    if (value instanceof Map<?, ?> map) {
      sorted(map).forEach((name, inner) -> out.append(name + ':' + plain(inner) + ','));
      return "{" + out + "}";
    }
    if (value instanceof List<?> list) {
      list.forEach(inner -> out.append(plain(inner)).append(','));
      return "[" + out + "]";
    }
    if (value instanceof Number number) {
      double real = number.doubleValue();
      boolean whole = real == Math.rint(real) && Math.abs(real) < 0x1p63;
      return whole ? String.valueOf((long) real) : String.valueOf(real);
    }
    return String.valueOf(value).strip().replaceAll("[ \t]+", " ");
  }
}
