package dev.statute.yaml.internal.tree;

import org.jspecify.annotations.Nullable;

/** Resolution of plain scalars by the core schema of YAML 1.2, section 10.3.2. */
public final class CoreSchema {
  private CoreSchema() {}

  public static boolean isNull(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> true;
      default -> false;
    };
  }

  /**
   * Returns null, Boolean, Long, Double, or the text itself; an integer beyond 64 bits is a Double.
   */
  public static @Nullable Object resolve(String text) {
    if (isNull(text)) {
      return null;
    }
    switch (text.charAt(0)) {
      case 't', 'T', 'f', 'F' -> {
        Boolean bool = bool(text);
        return bool == null ? text : bool;
      }
      case '-', '+', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
        Number number = number(text);
        return number == null ? text : number;
      }
      default -> {
        return text;
      }
    }
  }

  private static @Nullable Boolean bool(String text) {
    return switch (text) {
      case "true", "True", "TRUE" -> Boolean.TRUE;
      case "false", "False", "FALSE" -> Boolean.FALSE;
      default -> null;
    };
  }

  /** Returns a Long, a Double (infinite and not-a-number included), or null for other texts. */
  static @Nullable Number number(String text) {
    String digits = text.charAt(0) == '-' || text.charAt(0) == '+' ? text.substring(1) : text;
    boolean negative = text.charAt(0) == '-';
    if (text.startsWith("0x") && allDigits(text.substring(2), 16)) {
      return whole(text.substring(2), 16, false);
    }
    if (text.startsWith("0o") && allDigits(text.substring(2), 8)) {
      return whole(text.substring(2), 8, false);
    }
    if (allDigits(digits, 10)) {
      return whole(digits, 10, negative);
    }
    return switch (digits) {
      case ".inf", ".Inf", ".INF" -> negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      case ".nan", ".NaN", ".NAN" -> text.equals(digits) ? (Number) Double.NaN : null;
      default -> isFloat(digits) ? (Number) Double.valueOf(text) : null;
    };
  }

  private static Number whole(String digits, int radix, boolean negative) {
    try {
      return Long.valueOf(negative ? "-" + digits : digits, radix);
    } catch (NumberFormatException tooLarge) {
      double value = new java.math.BigInteger(digits, radix).doubleValue();
      return negative ? -value : value;
    }
  }

  private static boolean allDigits(String text, int radix) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> c < 128 && Character.digit((char) c, radix) >= 0);
  }

  /** Matches {@code ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?}. */
  private static boolean isFloat(String text) {
    int at = digits(text, 0);
    int mantissa = at;
    if (at < text.length() && text.charAt(at) == '.') {
      int fraction = digits(text, at + 1);
      mantissa += fraction - at - 1;
      at = fraction;
    }
    if (mantissa == 0) {
      return false;
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      int exponent = at + 1;
      if (exponent < text.length() && "+-".indexOf(text.charAt(exponent)) >= 0) {
        exponent++;
      }
      at = digits(text, exponent);
      return at > exponent && at == text.length();
    }
    return at == text.length();
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }
}
