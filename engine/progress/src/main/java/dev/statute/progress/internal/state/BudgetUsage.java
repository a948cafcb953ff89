package dev.statute.progress.internal.state;

import dev.statute.policy.Budget;
import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.table.PackedForm;
import dev.statute.progress.internal.text.DurationText;
import dev.statute.progress.internal.text.TextHash;
import java.util.ArrayList;
import java.util.List;

/** Used and allowed amounts of budgets as records declare them; 0 if undeclared. */
public record BudgetUsage(
    double tokens,
    double tokensLimit,
    double cost,
    double costLimit,
    double callsLimit,
    double timeMs,
    double timeLimitMs,
    long startedMs) {
  static final BudgetUsage NONE = new BudgetUsage(0, 0, 0, 0, 0, 0, 0, -1);

  /** Returns the amounts with the running totals that a call or message may have. */
  BudgetUsage withUsed(ProgressRecord record) {
    boolean declared =
        record.has(RecordField.TOKENS_USED)
            || record.has(RecordField.COST)
            || record.has(RecordField.TIME);
    return declared ? with(record) : this;
  }

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

  /** Returns the budgets with a limit, in total and of the current phase. */
  public List<Budget> facts(TrackerState state, TrackerSettings settings, long now) {
    List<Budget> all = new ArrayList<>();
    add(all, "calls", (double) state.get(Counter.CALLS), callsLimit, settings.maxCalls);
    add(all, "tokens", tokens, tokensLimit, settings.maxTokens);
    add(all, "cost", cost, costLimit, settings.maxCost);
    add(all, "time", elapsed(now), timeLimitMs, settings.maxTimeMs);
    if (state.inPhase()) {
      state.phase().budget().addFacts(all, state, settings);
    }
    return all;
  }

  private double elapsed(long now) {
    return timeMs > 0 ? timeMs : startedMs < 0 ? 0 : (double) Math.max(0, now - startedMs);
  }

  public double timeLimit(TrackerSettings settings) {
    return timeLimitMs > 0 ? timeLimitMs : settings.maxTimeMs;
  }

  static void add(List<Budget> all, String kind, double used, double declared, double setting) {
    double limit = declared > 0 ? declared : setting;
    if (limit > 0) {
      all.add(new Budget(kind, used, limit));
    }
  }

  /**
   * Writes the amounts to a form, or reads them; returns them. The form has a bit set of those that
   * are not 0, and these as 64 bits each.
   */
  BudgetUsage transfer(PackedForm form) {
    double[] all = {tokens, tokensLimit, cost, costLimit, callsLimit, timeMs, timeLimitMs};
    int present = 0;
    for (int i = 0; i < all.length; i++) {
      present |= all[i] == 0 ? 0 : 1 << i;
    }
    present = form.octet(present);
    for (int i = 0; i < all.length; i++) {
      if ((present & 1 << i) != 0) {
        long bits = Double.doubleToLongBits(all[i]);
        int high = form.key(TextHash.high(bits));
        int low = form.key(TextHash.low(bits));
        all[i] = Double.longBitsToDouble(TextHash.pair(high, low));
      }
    }
    long started = form.number(startedMs + 1) - 1;
    return new BudgetUsage(all[0], all[1], all[2], all[3], all[4], all[5], all[6], started);
  }
}
