package dev.statute.analysis.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * All ways in which unknown conditions can turn out, one after the other: a computation is run
 * again and again, and each time takes the next way through its decisions. First all are true; then
 * the last true one is turned, and what comes after it is new.
 */
final class ChoiceEnumerator {
  private final List<Boolean> script = new ArrayList<>();
  private final List<String> assumed = new ArrayList<>();
  private int at;

  boolean decide(String what) {
    boolean holds = choose();
    assumed.add(holds ? what : "not (" + what + ")");
    return holds;
  }

  /** Whether something fails; that it does not goes without saying. */
  boolean fails(String what) {
    boolean fails = !choose();
    if (fails) {
      assumed.add(what + " fails");
    }
    return fails;
  }

  /** Something has to be so that decides nothing here. */
  void assume(String what) {
    if (!assumed.contains(what)) {
      assumed.add(what);
    }
  }

  private boolean choose() {
    if (at == script.size()) {
      script.add(true);
    }
    return script.get(at++);
  }

  /** What was decided this time. */
  List<String> assumed() {
    return assumed;
  }

  /** Prepares the next run. False if there is none: all ways were taken. */
  boolean next() {
    int last = script.lastIndexOf(true);
    script.subList(last + 1, script.size()).clear();
    if (last >= 0) {
      script.set(last, false);
    }
    at = 0;
    assumed.clear();
    return last >= 0;
  }
}
