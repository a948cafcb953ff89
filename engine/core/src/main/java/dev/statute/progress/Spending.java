package dev.statute.progress;

import dev.statute.policy.Budget;
import dev.statute.policy.Counter;
import java.util.ArrayList;
import java.util.List;

/** What was used of budgets, as records said; a value that nobody said is 0. */
record Spending(
    double tokens,
    double tokensLimit,
    double cost,
    double costLimit,
    double callsLimit,
    double timeMs,
    double timeLimitMs,
    long startedMs) {
  static final Spending NONE = new Spending(0, 0, 0, 0, 0, 0, 0, -1);

  Spending with(Record record) {
    return new Spending(
        record.number("tokens_used", tokens),
        record.number("tokens_limit", tokensLimit),
        record.number("cost", cost),
        record.number("cost_limit", costLimit),
        record.number("calls_limit", callsLimit),
        record.has("time") ? Spans.millis(record.fields().get("time")) : timeMs,
        record.has("time_limit") ? Spans.millis(record.fields().get("time_limit")) : timeLimitMs,
        startedMs);
  }

  Spending started(long now) {
    return startedMs >= 0
        ? this
        : new Spending(
            tokens,
            tokensLimit,
            cost,
            costLimit,
            callsLimit,
            timeMs,
            timeLimitMs,
            Math.max(0, now));
  }

  /** The budgets that have a limit. */
  List<Budget> budgets(State state, Tracking tracking, long now) {
    List<Budget> all = new ArrayList<>();
    add(all, "calls", (double) state.get(Counter.CALLS), callsLimit, tracking.maxCalls);
    add(all, "tokens", tokens, tokensLimit, tracking.maxTokens);
    add(all, "cost", cost, costLimit, tracking.maxCost);
    add(all, "time", spent(now), timeLimitMs, tracking.maxTimeMs);
    return all;
  }

  private double spent(long now) {
    return timeMs > 0 ? timeMs : startedMs < 0 ? 0 : (double) Math.max(0, now - startedMs);
  }

  double timeLimit(Tracking tracking) {
    return timeLimitMs > 0 ? timeLimitMs : tracking.maxTimeMs;
  }

  private static void add(List<Budget> all, String kind, double used, double said, double setting) {
    double limit = said > 0 ? said : setting;
    if (limit > 0) {
      all.add(new Budget(kind, used, limit));
    }
  }

  List<Object> row() {
    return List.of(
        text(tokens),
        text(tokensLimit),
        text(cost),
        text(costLimit),
        text(callsLimit),
        text(timeMs),
        text(timeLimitMs),
        startedMs);
  }

  /** Numbers with a fraction are written as text, so that every format keeps them as they are. */
  private static String text(double value) {
    return String.valueOf(value);
  }

  static Spending of(Plain.Row row) {
    double[] numbers = new double[7];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.parseDouble(row.text(i));
    }
    return new Spending(
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        row.number(7));
  }
}
