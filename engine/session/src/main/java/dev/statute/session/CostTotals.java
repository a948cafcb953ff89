package dev.statute.session;

import dev.statute.expr.DurationFormat;
import dev.statute.session.SessionTimeline.LoopCost;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Totals of a session after each of its records: of calls, and of the tokens, cost and time that
 * the records bring as running totals. Without such a time it is that of the session's clock.
 * Confined to one thread.
 */
final class CostTotals {
  private static final int FIELDS = 4;

  /** Bits of calls, tokens, money and milliseconds after each record; sessions may be long. */
  private long[] totals = new long[16 * FIELDS];

  private int count;
  private @Nullable Instant first;
  private boolean hasOwnTime;

  /** Adds a record. */
  void add(Map<String, ?> fields, Instant at) {
    first = first == null ? at : first;
    LoopCost before = last();
    Object type = fields.get("type");
    boolean carries = "tool_call".equals(type) || "message".equals(type) || "budget".equals(type);
    Duration own = carries ? time(fields.get("time")) : null;
    hasOwnTime |= own != null;
    Duration time = own != null ? own : hasOwnTime ? before.time() : Duration.between(first, at);
    double tokens = carries ? number(fields.get("tokens_used"), before.tokens()) : before.tokens();
    double money = carries ? number(fields.get("cost"), before.money()) : before.money();
    int next = FIELDS * count++;
    totals = next < totals.length ? totals : Arrays.copyOf(totals, 2 * totals.length);
    totals[next] = before.calls() + ("tool_call".equals(type) ? 1 : 0);
    totals[next + 1] = Double.doubleToRawLongBits(tokens);
    totals[next + 2] = Double.doubleToRawLongBits(money);
    totals[next + 3] = time.toMillis();
  }

  private static @Nullable Duration time(@Nullable Object value) {
    return value instanceof Duration duration
        ? duration
        : value instanceof String text ? DurationFormat.parse(text.strip()) : null;
  }

  private static double number(@Nullable Object value, double absent) {
    return value instanceof Number number ? number.doubleValue() : absent;
  }

  /** Totals after the newest record. */
  LoopCost last() {
    return upTo(count);
  }

  /** Totals after the first records. */
  LoopCost upTo(int records) {
    int from = FIELDS * (Math.min(records, count) - 1);
    return from < 0
        ? LoopCost.NONE
        : new LoopCost(
            totals[from],
            Double.longBitsToDouble(totals[from + 1]),
            Double.longBitsToDouble(totals[from + 2]),
            Duration.ofMillis(totals[from + 3]));
  }

  /** Cost of the records from one number to another, both included, from 1 on. */
  LoopCost between(int from, int to) {
    return upTo(to).minus(upTo(from - 1));
  }
}
