package dev.statute.cli;

import dev.statute.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A decision that is not what it was.
 *
 * @param seq the number of the step that was; null if there was none
 * @param was null if there was none
 * @param is null if there is none
 * @param follows whether the two sessions were in different states before it, so that it only
 *     follows from an earlier difference
 */
record Difference(
    String session,
    int line,
    @Nullable Long seq,
    @Nullable Decided was,
    @Nullable Decided is,
    boolean follows) {

  /** All differences between two plays of one session, in order. */
  static List<Difference> between(String session, Replayed before, Replayed after) {
    NavigableSet<Integer> lines = new TreeSet<>(before.decisions().keySet());
    lines.addAll(after.decisions().keySet());
    List<Difference> differences = new ArrayList<>();
    List<String> stood = List.of();
    List<String> stands = List.of();
    for (int line : lines) {
      List<Replayed.Made> old = before.of(line);
      List<Replayed.Made> now = after.of(line);
      for (int i = 0; i < Math.max(old.size(), now.size()); i++) {
        Decided was = i < old.size() ? old.get(i).decided() : null;
        Decided is = i < now.size() ? now.get(i).decided() : null;
        if (was == null || is == null || !was.agrees(is)) {
          Long seq = was == null ? null : old.get(i).seq();
          differences.add(new Difference(session, line, seq, was, is, !stood.equals(stands)));
        }
        stood = was == null ? stood : was.to();
        stands = is == null ? stands : is.to();
      }
    }
    return differences;
  }

  /** What was decided. */
  String input() {
    Decided either = is == null ? was : is;
    return either == null ? "" : either.input();
  }

  /** The rule that makes the difference, and its reason. */
  String because() {
    if (is != null && !is.rules().isEmpty()) {
      return is.because();
    }
    if (was != null && !was.rules().isEmpty()) {
      return "no longer " + was.because();
    }
    return is == null ? "" : is.because();
  }

  /** One line. */
  String json() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("session", session);
    members.put("line", line);
    members.put("seq", seq);
    members.put("in", input());
    members.put("was", was == null ? null : was.members());
    members.put("is", is == null ? null : is.members());
    members.put("follows", follows);
    return JsonText.write(members);
  }
}
