package dev.statute.telemetry.internal.resource;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in bytes as text: {@code 512m}, {@code 2g}, {@code 1.5GiB}; units are powers of 1,024. */
public final class ByteSize {
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([kmgt]?)(?:i?b)?");
  private static final String UNITS = "kmgt";

  private ByteSize() {}

  /** Returns the bytes, or -1 if the text is no size. */
  public static double parse(String text) {
    Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      return -1;
    }
    String unit = size.group(2);
    return Double.parseDouble(size.group(1)) * Math.pow(1024, exponent(unit));
  }

  private static int exponent(String unit) {
    return unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
  }

  static String format(double bytes) {
    int exponent = 0;
    double amount = bytes;
    while (amount >= 1024 && exponent < UNITS.length()) {
      amount /= 1024;
      exponent++;
    }
    return exponent == 0
        ? String.format(Locale.ROOT, "%.0f B", amount)
        : String.format(
            Locale.ROOT, "%.1f %ciB", amount, Character.toUpperCase(UNITS.charAt(exponent - 1)));
  }
}
