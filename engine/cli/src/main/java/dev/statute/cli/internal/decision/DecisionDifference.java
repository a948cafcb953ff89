package dev.statute.cli.internal.decision;

import dev.statute.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decision that changed in a replay.
 *
 * @param seq number of the earlier step, or of the new one if there was none
 * @param before null if there was none
 * @param after null if there is none
 * @param consequential true if the two sessions were in different states before it, so that it only
 *     follows from an earlier difference
 */
record DecisionDifference(
    String session,
    int line,
    @Nullable Long seq,
    @Nullable DecisionSummary before,
    @Nullable DecisionSummary after,
    boolean consequential) {

  /** Computes all differences between two runs of one session, in order. */
  static List<DecisionDifference> between(String session, ReplayResult before, ReplayResult after) {
    NavigableSet<Integer> lines = new TreeSet<>(before.decisions().keySet());
    lines.addAll(after.decisions().keySet());
    List<DecisionDifference> differences = new ArrayList<>();
    List<String> oldState = List.of();
    List<String> newState = List.of();
    for (int line : lines) {
      List<ReplayResult.ReplayedDecision> old = before.of(line);
      List<ReplayResult.ReplayedDecision> now = after.of(line);
      for (int i = 0; i < Math.max(old.size(), now.size()); i++) {
        DecisionSummary was = i < old.size() ? old.get(i).summary() : null;
        DecisionSummary is = i < now.size() ? now.get(i).summary() : null;
        if (was == null || is == null || !was.matches(is)) {
          Long seq = was == null ? null : old.get(i).seq();
          differences.add(
              new DecisionDifference(session, line, seq, was, is, !oldState.equals(newState)));
        }
        oldState = was == null ? oldState : was.to();
        newState = is == null ? newState : is.to();
      }
    }
    return differences;
  }

  /** Input of the decision. */
  String input() {
    DecisionSummary either = after == null ? before : after;
    return either == null ? "" : either.input();
  }

  /** Rule that causes the difference, and its reason. */
  String reason() {
    boolean hasRule = after != null && !after.rules().isEmpty();
    if (!hasRule && before != null && !before.rules().isEmpty()) {
      return "no longer " + before.reasonText();
    }
    return after == null ? "" : after.reasonText();
  }

  /** Formats the difference as one line. */
  String json() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("session", session);
    members.put("line", line);
    members.put("seq", seq);
    members.put("in", input());
    members.put("was", before == null ? null : before.members());
    members.put("is", after == null ? null : after.members());
    members.put("follows", consequential);
    return JsonText.write(members);
  }
}
