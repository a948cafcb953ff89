package dev.statute.session;

import dev.statute.expr.DurationFormat;
import dev.statute.session.SessionTimeline.LoopCost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Totals of a session after each of its records: of calls, and of the tokens, cost and time that
 * the records bring as running totals. Without such a time it is that of the session's clock.
 * Confined to one thread.
 */
final class CostTotals {
  private final List<LoopCost> totals = new ArrayList<>();
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
    totals.add(
        new LoopCost(
            before.calls() + ("tool_call".equals(type) ? 1 : 0),
            carries ? number(fields.get("tokens_used"), before.tokens()) : before.tokens(),
            carries ? number(fields.get("cost"), before.money()) : before.money(),
            time));
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
    return upTo(totals.size());
  }

  /** Totals after the first records. */
  LoopCost upTo(int records) {
    return records <= 0 ? LoopCost.NONE : totals.get(Math.min(records, totals.size()) - 1);
  }

  /** Cost of the records from one number to another, both included, from 1 on. */
  LoopCost between(int from, int to) {
    return upTo(to).minus(upTo(from - 1));
  }
}
