package dev.statute.cli.internal.scan;

import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.session.SessionTimeline.LoopCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cost of a part of a session for people, such as {@code 5 calls, 12k tokens, $0.31, 4m}. */
final class CostText {
  private CostText() {}

  /** Describes the known amounts. */
  static String of(LoopCost cost) {
    List<String> parts = new ArrayList<>();
    parts.add(CountedNoun.of(cost.calls(), "call"));
    if (Math.round(cost.tokens()) > 0) {
      parts.add(tokens(Math.round(cost.tokens())));
    }
    if (cost.money() > 0) {
      parts.add(
          cost.money() < 0.005 ? "<$0.01" : String.format(Locale.ROOT, "$%.2f", cost.money()));
    }
    if (cost.time().toMillis() > 0) {
      parts.add(time(cost.time()));
    }
    return String.join(", ", parts);
  }

  private static String tokens(long tokens) {
    return tokens < 1_000
        ? CountedNoun.of(tokens, "token")
        : tokens < 999_500
            ? Math.round(tokens / 1_000.0) + "k tokens"
            : String.format(Locale.ROOT, "%.1fM tokens", tokens / 1e6);
  }

  private static String time(Duration time) {
    long seconds = Math.max(1, Math.round(time.toMillis() / 1_000.0));
    return seconds < 60
        ? seconds + "s"
        : seconds < 3_600
            ? seconds / 60 + "m" + (seconds % 60 == 0 ? "" : seconds % 60 + "s")
            : seconds / 3_600 + "h" + (seconds % 3_600 < 60 ? "" : seconds % 3_600 / 60 + "m");
  }
}
