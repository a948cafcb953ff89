package dev.statute.guard.internal.session;

import static java.nio.charset.StandardCharsets.UTF_16BE;

import dev.statute.json.JsonText;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sizes of records. Results and arguments of calls may be longer than an instance keeps. Such a
 * text loses its middle, in place of which its length and digest stand: equal texts stay equal, and
 * others different.
 */
public final class RecordSize {
  /** Longest text in characters. */
  private static final int MAX_TEXT = 1_000_000;

  /** Longest text of a record that has many. */
  private static final int MAX_SHORT_TEXT = 4_000;

  /** Greatest size of a record in characters, below that of all values of an instance. */
  private static final long MAX = 8_000_000;

  /** Size of a value besides its characters. */
  private static final int ELEMENT = 32;

  private static final int DIGEST_BYTES = 16;

  private RecordSize() {}

  /** Returns a record of which each text, and all together, are short enough to be kept. */
  public static Map<String, Object> cut(Map<String, ?> record) {
    Map<String, Object> kept = new LinkedHashMap<>(record);
    kept.replaceAll((name, value) -> withTexts(value, MAX_TEXT));
    if (size(kept) > MAX) {
      kept.replaceAll((name, value) -> withTexts(value, MAX_SHORT_TEXT));
    }
    if (size(kept) > MAX) { // of many elements
      kept.replaceAll(
          (name, value) ->
              value instanceof Map || value instanceof List
                  ? text(JsonText.write(value), MAX_SHORT_TEXT)
                  : value);
    }
    return kept;
  }

  /** Returns a text without its middle if it is too long. */
  public static String text(String text) {
    return text(text, MAX_TEXT);
  }

  private static String text(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int head = boundary(text, max / 2);
    int tail = boundary(text, text.length() - max / 4);
    String middle = "\n[%d characters in all, digest %s]\n".formatted(text.length(), digest(text));
    return text.substring(0, head) + middle + text.substring(tail);
  }

  /** Returns an index at which no character is parted. */
  private static int boundary(String text, int index) {
    return Character.isLowSurrogate(text.charAt(index)) ? index + 1 : index;
  }

  /**
   * Returns a digest of letters. Digits and hexadecimal words are masked in results, as ids that
   * change with each call.
   */
  public static String digest(String text) {
    byte[] bytes;
    try {
      bytes =
          MessageDigest.getInstance("SHA-256")
              .digest(text.getBytes(UTF_16BE)); // keeps halves of characters apart
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java platform has SHA-256", e);
    }
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < DIGEST_BYTES; i++) {
      letters.append((char) ('g' + (bytes[i] >> 4 & 0xF)));
      letters.append((char) ('g' + (bytes[i] & 0xF)));
    }
    return letters.toString();
  }

  private static @Nullable Object withTexts(@Nullable Object value, int max) {
    if (value instanceof String text) {
      return text(text, max);
    }
    if (value instanceof List<?> list && isLonger(list, max)) {
      List<@Nullable Object> kept = new ArrayList<>();
      list.forEach(each -> kept.add(withTexts(each, max)));
      return kept;
    }
    if (value instanceof Map<?, ?> map
        && (isLonger(map.values(), max) || isLonger(map.keySet(), max))) {
      Map<String, @Nullable Object> kept = new LinkedHashMap<>();
      map.forEach((name, each) -> kept.put(text(String.valueOf(name), max), withTexts(each, max)));
      return kept;
    }
    return value;
  }

  private static boolean isLonger(Iterable<?> values, int max) {
    for (Object value : values) {
      if (size(value) > max) {
        return true;
      }
    }
    return false;
  }

  private static long size(@Nullable Object value) {
    long size = ELEMENT;
    if (value instanceof String text) {
      size += text.length();
    } else if (value instanceof List<?> list) {
      for (Object each : list) {
        size += size(each);
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        size += size(each.getKey()) + size(each.getValue());
      }
    }
    return size;
  }
}
