package dev.statute.progress.internal.call;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Time that a call is asked to wait, as its command line or its arguments say. */
final class WaitTime {
  /** A program that sleeps, and for how long. */
  private static final Pattern SLEEP =
      Pattern.compile(
          "\\b(?:sleep|start-sleep(?:\\s+-s(?:econds)?)?|timeout\\s+/t)\\s+(\\d{1,6}(?:\\.\\d{1,3})?)([smhd]?)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final long SECOND = 1_000;

  private WaitTime() {}

  /** Returns the time in milliseconds; 0 if the call does not say any. */
  static long millis(ToolEffect effect, @Nullable Object args, String command) {
    long total = 0;
    if (!command.isEmpty()) {
      Matcher sleeps = SLEEP.matcher(command);
      while (sleeps.find()) {
        total += Math.round(Double.parseDouble(sleeps.group(1)) * unit(sleeps.group(2)));
      }
    } else if (effect == ToolEffect.CLOCK && args instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        if (each.getValue() instanceof Number number) {
          String name = String.valueOf(each.getKey()).toLowerCase(Locale.ROOT);
          boolean millis = name.endsWith("ms") || name.contains("milli");
          total += Math.round(Math.max(0, number.doubleValue()) * (millis ? 1 : SECOND));
        }
      }
    }
    return total;
  }

  private static long unit(String letter) {
    return switch (letter.toLowerCase(Locale.ROOT)) {
      case "m" -> 60 * SECOND;
      case "h" -> 3_600 * SECOND;
      case "d" -> 86_400 * SECOND;
      default -> SECOND;
    };
  }
}
