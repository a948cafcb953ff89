package dev.statute.cli.internal.decision;

import dev.statute.json.JsonText;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Values that a decision log hides in the inputs of an instance up to a decision: the result of a
 * replay may differ, so the logged result is authoritative.
 *
 * @param inDecision paths into the input of that decision
 * @param inEarlierInputs paths into earlier inputs
 * @param logged logged result
 */
public record MaskedInputs(
    Set<String> inDecision, Set<String> inEarlierInputs, DecisionSummary logged) {

  public static MaskedInputs upTo(DecisionFile.RecordedInstance recorded, int index) {
    List<DecisionFile.LoggedDecision> all = recorded.decisions();
    Set<String> before =
        all.subList(0, index).stream()
            .flatMap(each -> each.masked().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    DecisionFile.LoggedDecision logged = all.get(index);
    return new MaskedInputs(new LinkedHashSet<>(logged.masked()), before, logged.decided());
  }

  boolean isEmpty() {
    return inDecision.isEmpty() && inEarlierInputs.isEmpty();
  }

  public void print(PrintStream out) {
    if (isEmpty()) {
      return;
    }
    String because = logged.reasonText();
    out.println(
        "masked in the log: "
            + (inDecision.isEmpty() ? "" : String.join(", ", inDecision) + " of this step")
            + (inDecision.isEmpty() || inEarlierInputs.isEmpty() ? "" : "; ")
            + (inEarlierInputs.isEmpty()
                ? ""
                : String.join(", ", inEarlierInputs) + " of steps before it"));
    out.println(
        "when it was decided: " + logged.brief() + (because.isEmpty() ? "" : ", by " + because));
    out.println("played again with what the log has, where all that asks for it finds ***:");
    out.println();
  }

  /** Adds the hidden paths to the line of a step. */
  public String json(String step) {
    if (isEmpty()) {
      return step;
    }
    Map<String, Object> members = new LinkedHashMap<>(JsonText.object(step));
    Map<String, Object> masked = new LinkedHashMap<>();
    masked.put("here", List.copyOf(inDecision));
    masked.put("before", List.copyOf(inEarlierInputs));
    members.put("masked", masked);
    members.put("decided", logged.members());
    return JsonText.write(members);
  }
}
