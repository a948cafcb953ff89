package dev.statute.expr;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every value must keep to that comes into an instance or is made in it, so that whatever was
 * accepted can be written, read again and shown: how deep it nests, how large it is, keys that are
 * texts, and texts that hold no half of a character. One of these measures one value.
 */
public final class ValueLimits {
  /** Lists and maps inside each other. */
  public static final int DEPTH = 64;

  /** Characters of a value, of which each element counts {@value #ELEMENT} more. */
  public static final long SIZE = 16_000_000;

  /** Characters of an id or a name of an event. */
  public static final int ID = 512;

  private static final int ELEMENT = 16;

  private long remaining = SIZE;
  private int depth;

  /**
   * Measures a value that stands {@code depth} lists and maps deep.
   *
   * @return its size
   * @throws ValueException if it does not keep to the limits
   */
  public static long measure(@Nullable Object value, int depth) {
    ValueLimits limits = new ValueLimits();
    limits.depth = depth;
    limits.visit(value);
    return SIZE - limits.remaining;
  }

  /** Why the data do not keep to the limits, whatever their maps and lists do; or null. */
  public static @Nullable ValueException check(Map<String, ?> data) {
    if (data.isEmpty()) {
      return null;
    }
    try {
      measure(data, 0);
      return null;
    } catch (ValueException e) {
      return e;
    } catch (RuntimeException | StackOverflowError e) {
      return new ValueException("it cannot be read: " + e.getMessage());
    }
  }

  /** What is wrong with an id, or null: it is shown, compared and stored as it is. */
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
    } else if (value instanceof Collection<?> list) {
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
    } else if (value instanceof Map<?, ?> map) {
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
    } else {
      scalar();
    }
  }

  /** A list or map begins. */
  public void enter() {
    scalar();
    if (++depth > DEPTH) {
      throw new ValueException("lists and maps are nested more than " + DEPTH + " deep");
    }
  }

  /** A list or map ends. */
  public void leave() {
    depth--;
  }

  /** A number or another short value. */
  public void scalar() {
    charge(ELEMENT);
  }

  /** A text. */
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
