package dev.statute.progress.internal.state;

import dev.statute.policy.Budget;
import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.settings.TrackerSettings;
import java.util.List;

/**
 * Budget of a phase: the totals at its start, and its limits.
 *
 * @param calls calls before the phase
 * @param callsLimit declared limit; 0 = the setting applies
 */
public record PhaseBudget(
    double calls,
    double tokens,
    double cost,
    double callsLimit,
    double tokensLimit,
    double costLimit) {
  static final PhaseBudget NONE = new PhaseBudget(0, 0, 0, 0, 0, 0);

  /** Returns the budget of a phase that starts now. */
  static PhaseBudget starting(TrackerState state, ProgressRecord phase) {
    return new PhaseBudget(
        (double) state.get(Counter.CALLS),
        state.budget.tokens(),
        state.budget.cost(),
        phase.number(RecordField.CALLS_LIMIT, 0),
        phase.number(RecordField.TOKENS_LIMIT, 0),
        phase.number(RecordField.COST_LIMIT, 0));
  }

  /** Adds the budgets with a limit. */
  void addFacts(List<Budget> all, TrackerState state, TrackerSettings settings) {
    double callsUsed = (double) state.get(Counter.CALLS) - calls;
    BudgetUsage used = state.budget;
    BudgetUsage.add(all, "phase calls", callsUsed, callsLimit, settings.maxPhaseCalls);
    BudgetUsage.add(
        all, "phase tokens", used.tokens() - tokens, tokensLimit, settings.maxPhaseTokens);
    BudgetUsage.add(all, "phase cost", used.cost() - cost, costLimit, settings.maxPhaseCost);
  }

  /** Returns the stored form; empty for {@link #NONE}. */
  public List<String> texts() {
    return equals(NONE)
        ? List.of()
        : List.of(
            Double.toString(calls),
            Double.toString(tokens),
            Double.toString(cost),
            Double.toString(callsLimit),
            Double.toString(tokensLimit),
            Double.toString(costLimit));
  }

  /**
   * Reads the stored form.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  public static PhaseBudget of(List<String> texts) {
    if (texts.isEmpty()) {
      return NONE;
    }
    if (texts.size() != 6) {
      throw new IllegalArgumentException("a tracker's phase cannot have " + texts);
    }
    double[] all = texts.stream().mapToDouble(Double::parseDouble).toArray();
    return new PhaseBudget(all[0], all[1], all[2], all[3], all[4], all[5]);
  }
}
