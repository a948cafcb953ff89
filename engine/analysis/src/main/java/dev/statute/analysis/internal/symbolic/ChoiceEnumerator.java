package dev.statute.analysis.internal.symbolic;

import java.util.ArrayList;
import java.util.List;

/**
 * Depth-first enumeration of the outcomes of unknown conditions. A computation is repeated, and
 * each run follows the next combination of choices: first all are true; then the last true one is
 * flipped, and the choices after it are made anew.
 */
final class ChoiceEnumerator {
  private final List<Boolean> choices = new ArrayList<>();
  private final List<String> assumptions = new ArrayList<>();
  private int next;

  /** Chooses the value of a condition. */
  boolean decide(String condition) {
    boolean holds = choose();
    assumptions.add(holds ? condition : "not (" + condition + ")");
    return holds;
  }

  /** Chooses whether something fails; success is not recorded as an assumption. */
  boolean fails(String subject) {
    boolean fails = !choose();
    if (fails) {
      assumptions.add(subject + " fails");
    }
    return fails;
  }

  /** Records an assumption that is no choice of its own. */
  void assume(String condition) {
    if (!assumptions.contains(condition)) {
      assumptions.add(condition);
    }
  }

  private boolean choose() {
    if (next == choices.size()) {
      choices.add(true);
    }
    return choices.get(next++);
  }

  /** Returns the assumptions of the current run. */
  List<String> assumptions() {
    return assumptions;
  }

  /** Prepares the next run; returns false if all combinations were enumerated. */
  boolean advance() {
    int last = choices.lastIndexOf(true);
    choices.subList(last + 1, choices.size()).clear();
    if (last >= 0) {
      choices.set(last, false);
    }
    next = 0;
    assumptions.clear();
    return last >= 0;
  }
}
