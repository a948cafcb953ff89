package dev.statute.cli;

import dev.statute.json.JsonText;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a decision log hides of what an instance was given up to a decision: played again, it may
 * come out otherwise, so the log's own word is what counts.
 *
 * @param here paths into the input of that decision
 * @param before paths into earlier inputs
 * @param decided what the log says came of it
 */
record MaskedInputs(Set<String> here, Set<String> before, DecisionSummary decided) {

  static MaskedInputs until(DecisionFile.Recorded recorded, int index) {
    List<DecisionFile.Logged> all = recorded.decisions();
    Set<String> before =
        all.subList(0, index).stream()
            .flatMap(each -> each.masked().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    DecisionFile.Logged logged = all.get(index);
    return new MaskedInputs(new LinkedHashSet<>(logged.masked()), before, logged.decided());
  }

  boolean isNothing() {
    return here.isEmpty() && before.isEmpty();
  }

  void print(PrintStream out) {
    if (isNothing()) {
      return;
    }
    String because = decided.because();
    out.println(
        "masked in the log: "
            + (here.isEmpty() ? "" : String.join(", ", here) + " of this step")
            + (here.isEmpty() || before.isEmpty() ? "" : "; ")
            + (before.isEmpty() ? "" : String.join(", ", before) + " of steps before it"));
    out.println(
        "when it was decided: " + decided.brief() + (because.isEmpty() ? "" : ", by " + because));
    out.println("played again with what the log has, where all that asks for it finds ***:");
    out.println();
  }

  /** The line of a step with this added. */
  String json(String step) {
    if (isNothing()) {
      return step;
    }
    Map<String, Object> members = new LinkedHashMap<>(JsonText.object(step));
    Map<String, Object> masked = new LinkedHashMap<>();
    masked.put("here", List.copyOf(here));
    masked.put("before", List.copyOf(before));
    members.put("masked", masked);
    members.put("decided", decided.members());
    return JsonText.write(members);
  }
}
