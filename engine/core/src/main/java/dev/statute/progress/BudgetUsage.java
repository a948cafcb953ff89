package dev.statute.progress;

import dev.statute.policy.Budget;
import dev.statute.policy.Counter;
import java.util.ArrayList;
import java.util.List;

/** What was used of budgets, as records said; a value that nobody said is 0. */
record BudgetUsage(
    double tokens,
    double tokensLimit,
    double cost,
    double costLimit,
    double callsLimit,
    double timeMs,
    double timeLimitMs,
    long startedMs) {
  static final BudgetUsage NONE = new BudgetUsage(0, 0, 0, 0, 0, 0, 0, -1);

  BudgetUsage with(ProgressRecord record) {
    return new BudgetUsage(
        record.number(RecordField.TOKENS_USED, tokens),
        record.number(RecordField.TOKENS_LIMIT, tokensLimit),
        record.number(RecordField.COST, cost),
        record.number(RecordField.COST_LIMIT, costLimit),
        record.number(RecordField.CALLS_LIMIT, callsLimit),
        record.has(RecordField.TIME) ? DurationText.millis(record.value(RecordField.TIME)) : timeMs,
        record.has(RecordField.TIME_LIMIT)
            ? DurationText.millis(record.value(RecordField.TIME_LIMIT))
            : timeLimitMs,
        startedMs);
  }

  BudgetUsage started(long now) {
    return startedMs >= 0
        ? this
        : new BudgetUsage(
            tokens,
            tokensLimit,
            cost,
            costLimit,
            callsLimit,
            timeMs,
            timeLimitMs,
            Math.max(0, now));
  }

  /** The budgets that have a limit, of the whole and of the phase. */
  List<Budget> budgets(TrackerState state, TrackerSettings tracking, long now) {
    List<Budget> all = new ArrayList<>();
    add(all, "calls", (double) state.get(Counter.CALLS), callsLimit, tracking.maxCalls);
    add(all, "tokens", tokens, tokensLimit, tracking.maxTokens);
    add(all, "cost", cost, costLimit, tracking.maxCost);
    add(all, "time", spent(now), timeLimitMs, tracking.maxTimeMs);
    if (state.inPhase()) {
      state.stage().allowance().budgets(all, state, tracking);
    }
    return all;
  }

  private double spent(long now) {
    return timeMs > 0 ? timeMs : startedMs < 0 ? 0 : (double) Math.max(0, now - startedMs);
  }

  double timeLimit(TrackerSettings tracking) {
    return timeLimitMs > 0 ? timeLimitMs : tracking.maxTimeMs;
  }

  static void add(List<Budget> all, String kind, double used, double said, double setting) {
    double limit = said > 0 ? said : setting;
    if (limit > 0) {
      all.add(new Budget(kind, used, limit));
    }
  }

  /** Amounts that are there, as 64 bits each. */
  void write(PackedWriter out) {
    double[] all = {tokens, tokensLimit, cost, costLimit, callsLimit, timeMs, timeLimitMs};
    int there = 0;
    for (int i = 0; i < all.length; i++) {
      there |= all[i] == 0 ? 0 : 1 << i;
    }
    out.octet(there);
    for (double each : all) {
      if (each != 0) {
        long bits = Double.doubleToLongBits(each);
        out.key(TextHash.high(bits));
        out.key(TextHash.low(bits));
      }
    }
    out.number(startedMs + 1);
  }

  static BudgetUsage read(PackedReader in) {
    int there = in.octet();
    double[] all = new double[7];
    for (int i = 0; i < all.length; i++) {
      if ((there & 1 << i) != 0) {
        all[i] = Double.longBitsToDouble(TextHash.pair(in.key(), in.key()));
      }
    }
    return new BudgetUsage(all[0], all[1], all[2], all[3], all[4], all[5], all[6], in.large() - 1);
  }
}
