package dev.statute.expr;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Text form of decimals: digits with an optional point, such as {@code -12.30}. A decimal has at
 * most {@value #DIGITS} digits before the point and {@value #DIGITS} after it; its scale is kept.
 */
public final class DecimalFormat {
  /** Maximum number of digits before the point, and after it. */
  public static final int DIGITS = 100;

  private static final Pattern PLAIN = Pattern.compile("-?\\d+(\\.\\d+)?");
  private static final int MAX_LENGTH = 2 * DIGITS + 2;

  private DecimalFormat() {}

  /** Parses a text; null if it is no decimal or one beyond the limits. */
  public static @Nullable BigDecimal parse(String text) {
    if (text.length() > MAX_LENGTH || !PLAIN.matcher(text).matches()) {
      return null;
    }
    return normalize(new BigDecimal(text));
  }

  /** Converts an int, a decimal or its text; null if it is none or beyond the limits. */
  public static @Nullable BigDecimal convert(@Nullable Object value) {
    if (value instanceof Long || value instanceof Integer) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    return value instanceof String text
        ? parse(text)
        : value instanceof BigDecimal decimal ? normalize(decimal) : null;
  }

  /** Formats a decimal without an exponent; {@link #parse} returns an equal one. */
  public static String format(BigDecimal value) {
    return value.toPlainString();
  }

  /** Returns an equal decimal whose scale is not negative; null if it is beyond the limits. */
  public static @Nullable BigDecimal normalize(BigDecimal value) {
    boolean isInRange =
        value.scale() <= DIGITS && (long) value.precision() - value.scale() <= DIGITS;
    return !isInRange ? null : value.scale() < 0 ? value.setScale(0) : value;
  }
}
