package dev.statute.expr;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits for every value that enters an instance or is computed in it, so that all data can be
 * written, read back and displayed: nesting depth, size, text keys, valid UTF-16, digits of
 * decimals, range of times. An object measures one value.
 */
public final class ValueLimits {
  /** Maximum nesting of lists and maps. */
  public static final int DEPTH = 64;

  /** Maximum size in characters; each element counts {@value #ELEMENT} more. */
  public static final long SIZE = 16_000_000;

  /** Maximum length of an id or event name in characters. */
  public static final int ID = 512;

  private static final int ELEMENT = 16;
  private static final Duration MAX_DURATION = Duration.ofDays(3_652_500);
  private static final Duration MIN_DURATION = MAX_DURATION.negated();
  private static final Instant MIN_TIMESTAMP = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant MAX_TIMESTAMP = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private long remaining = SIZE;
  private int depth;

  /**
   * Measures a value at nesting depth {@code depth}.
   *
   * @return its size
   * @throws ValueException if it violates the limits
   */
  public static long measure(@Nullable Object value, int depth) {
    ValueLimits limits = new ValueLimits();
    limits.depth = depth;
    limits.visit(value);
    return SIZE - limits.remaining;
  }

  /** Checks data, including maps and lists that throw; returns the violation or null. */
  public static @Nullable ValueException check(Map<String, ?> data) {
    if (data.isEmpty()) {
      return null;
    }
    try {
      new ValueLimits().visitMap(data);
      return null;
    } catch (ValueException e) {
      return e;
    } catch (RuntimeException | StackOverflowError e) {
      return new ValueException("it cannot be read: " + e.getMessage());
    }
  }

  /**
   * Checks an id; returns the problem or null. Ids are displayed, compared and stored unchanged.
   */
  public static @Nullable String checkId(String id) {
    if (id.isEmpty()) {
      return "it is empty";
    }
    if (id.length() > ID) {
      return "it has " + id.length() + " characters, at most " + ID + " are allowed";
    }
    int half = loneSurrogate(id);
    if (half >= 0) {
      return "it holds half of a character at " + (half + 1);
    }
    for (int i = 0; i < id.length(); i++) {
      if (Character.isISOControl(id.charAt(i))) {
        return String.format("it holds the control character U+%04X", (int) id.charAt(i));
      }
    }
    return null;
  }

  private static int loneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  private void visit(@Nullable Object value) {
    if (value instanceof String text) {
      text(text);
    } else if (value instanceof Boolean || value instanceof Long || value instanceof Double) {
      scalar(); // frequent types first
    } else if (value instanceof BigDecimal decimal) {
      BigDecimal unused = decimal(decimal);
    } else if (value instanceof Number) { // tests of classes are faster
      scalar();
    } else if (value instanceof Collection<?> list) {
      visitList(list);
    } else if (value instanceof Map<?, ?> map) {
      visitMap(map);
    } else {
      time(value);
    }
  }

  private void visitList(Collection<?> list) {
    enter();
    int index = 0;
    for (Object element : list) {
      try {
        visit(element);
      } catch (ValueException e) {
        throw e.nestedIn("[" + index + "]");
      }
      index++;
    }
    leave();
  }

  private void visitMap(Map<?, ?> map) {
    enter();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String key = checkKey(entry.getKey());
      try {
        visit(entry.getValue());
      } catch (ValueException e) {
        throw e.nestedIn(key);
      }
    }
    leave();
  }

  /** Enters a list or map. */
  public void enter() {
    scalar();
    if (++depth > DEPTH) {
      throw new ValueException("lists and maps are nested more than " + DEPTH + " deep");
    }
  }

  /** Leaves a list or map. */
  public void leave() {
    depth--;
  }

  /** Counts a number or another short value. */
  public void scalar() {
    charge(ELEMENT);
  }

  /** Counts a decimal; returns an equal one whose scale is not negative. */
  public BigDecimal decimal(BigDecimal value) {
    scalar();
    BigDecimal normal = DecimalFormat.normalize(value);
    if (normal == null) {
      throw new ValueException(
          "it has more than " + DecimalFormat.DIGITS + " digits before or after the point");
    }
    return normal;
  }

  /** Counts a duration, a timestamp or another short value. */
  public void time(@Nullable Object value) {
    scalar();
    if (value instanceof Duration duration && !allows(duration)) {
      throw new ValueException("it is a duration of more than 10,000 years");
    }
    if (value instanceof Instant instant && !allows(instant)) {
      throw new ValueException("it is a timestamp outside of the years 1 to 9999");
    }
  }

  /** Tests for a duration that is not longer than CEL allows. */
  public static boolean allows(Duration duration) {
    return duration.compareTo(MAX_DURATION) <= 0 && duration.compareTo(MIN_DURATION) >= 0;
  }

  /** Tests for a timestamp of the years that CEL allows. */
  public static boolean allows(Instant time) {
    return !time.isBefore(MIN_TIMESTAMP) && !time.isAfter(MAX_TIMESTAMP);
  }

  /** Counts a text. */
  public void text(String text) {
    charge(text.length() + (long) ELEMENT);
    int half = loneSurrogate(text);
    if (half >= 0) {
      throw new ValueException("the text holds half of a character at " + (half + 1));
    }
  }

  private String checkKey(@Nullable Object key) {
    if (!(key instanceof String name)) {
      throw new ValueException("the key " + key + " of a map is no text");
    }
    text(name);
    return name;
  }

  private void charge(long size) {
    remaining -= size;
    if (remaining < 0) {
      throw new ValueException(
          "it is larger than "
              + SIZE
              + " characters, of which each element counts "
              + ELEMENT
              + " more");
    }
  }
}
