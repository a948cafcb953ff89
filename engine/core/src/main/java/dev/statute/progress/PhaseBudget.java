package dev.statute.progress;

import dev.statute.policy.Budget;
import dev.statute.policy.Counter;
import java.util.List;

/**
 * What a phase may use, and what had been used when it began.
 *
 * @param calls so many had been made
 * @param callsLimit as the phase's record said; 0 = it said nothing, and the setting counts
 */
record PhaseBudget(
    double calls,
    double tokens,
    double cost,
    double callsLimit,
    double tokensLimit,
    double costLimit) {
  static final PhaseBudget NONE = new PhaseBudget(0, 0, 0, 0, 0, 0);

  /** Of a phase that begins now. */
  static PhaseBudget from(TrackerState state, ProgressRecord phase) {
    return new PhaseBudget(
        (double) state.get(Counter.CALLS),
        state.spending.tokens(),
        state.spending.cost(),
        phase.number(RecordField.CALLS_LIMIT, 0),
        phase.number(RecordField.TOKENS_LIMIT, 0),
        phase.number(RecordField.COST_LIMIT, 0));
  }

  /** Adds the budgets of the phase that have a limit. */
  void budgets(List<Budget> all, TrackerState state, TrackerSettings tracking) {
    double made = (double) state.get(Counter.CALLS) - calls;
    BudgetUsage spent = state.spending;
    BudgetUsage.add(all, "phase calls", made, callsLimit, tracking.maxPhaseCalls);
    BudgetUsage.add(
        all, "phase tokens", spent.tokens() - tokens, tokensLimit, tracking.maxPhaseTokens);
    BudgetUsage.add(all, "phase cost", spent.cost() - cost, costLimit, tracking.maxPhaseCost);
  }

  /** As texts, in order; none if there is nothing to say. */
  List<String> texts() {
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
   * Reads what was written.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static PhaseBudget of(List<String> texts) {
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
