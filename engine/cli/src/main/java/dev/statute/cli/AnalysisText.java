package dev.statute.cli;

import dev.statute.analysis.ExamplePath;
import dev.statute.session.ChartAnalysis;
import dev.statute.session.TestOutcome;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells a person what an analysis found, and what it left out. */
final class AnalysisText {
  private final PrintStream out;
  private final TerminalStyle style;
  private final ChartAnalysis analysis;

  AnalysisText(Console console, ChartAnalysis analysis) {
    this.out = console.out();
    this.style = console.style();
    this.analysis = analysis;
  }

  void print(AnalysisFindings findings) {
    header();
    list("states that are never active", findings.unreachable());
    String traps = "traps, from where no end can be reached";
    out.println(
        analysis.space().isComplete()
            ? title(traps, findings.traps().size())
            : traps + ": not known, as not all was looked at");
    findings
        .traps()
        .forEach(
            trap -> {
              out.println("  " + style.bad("✗") + " " + String.join(", ", trap.configuration()));
              trap.example().steps().forEach(leg -> out.println("      " + leg));
            });
    list("events that nothing ever takes", findings.events());
    out.println(title("transitions that are never taken", findings.untaken().size()));
    findings
        .untaken()
        .forEach(
            edge ->
                out.println(
                    "  "
                        + style.bad("✗")
                        + " "
                        + AnalysisFindings.words(edge)
                        + "  "
                        + style.faint(String.valueOf(edge.place()))));
    out.println(title("inputs after which it never rests", findings.endless().size()));
    for (ExamplePath route : findings.endless()) {
      out.println(
          "  " + style.bad("✗") + " " + route.steps().get(route.steps().size() - 1).input());
      route.steps().forEach(leg -> out.println("      " + leg));
    }
    owed();
    properties();
    out.println();
    out.println(style.faint(leftOut()));
  }

  private void header() {
    int count = analysis.space().configurations().size();
    out.println(
        style.strong(analysis.chart().name())
            + ": "
            + Plural.of(analysis.chart().states().size(), "state")
            + ", "
            + Plural.of(analysis.chart().transitions().size(), "transition")
            + ", "
            + Plural.of(analysis.rules().size(), "rule"));
    out.println(
        analysis.space().isComplete()
            ? Plural.of(count, "configuration") + ", and there are no others"
            : style.warn(
                "the first " + Plural.of(count, "configuration") + "; there are more (--limit)"));
    out.println();
  }

  private void list(String what, List<String> members) {
    out.println(title(what, members.size()));
    members.forEach(each -> out.println("  " + style.bad("✗") + " " + each));
  }

  private String title(String what, int count) {
    return what
        + ": "
        + (count == 0 ? style.good("none") : Integer.toString(count))
        + AnalysisFindings.within(analysis);
  }

  private void owed() {
    Map<String, Set<String>> owed = analysis.space().vetoableInputs();
    if (!owed.isEmpty()) {
      out.println(title("what comes by itself, is owed and offered again if denied", owed.size()));
      owed.forEach(
          (input, rules) ->
              out.println("  " + input + ": " + String.join(" or ", rules) + " may deny it"));
    }
  }

  private void properties() {
    if (analysis.properties().isEmpty()) {
      return;
    }
    out.println();
    for (TestOutcome property : analysis.properties()) {
      out.println((property.passed() ? style.good("✓") : style.bad("✗")) + " " + property.name());
      property.failures().forEach(failure -> out.println("    " + failure.message()));
      property.story().forEach(line -> out.println("    " + line));
    }
  }

  private String leftOut() {
    String rules =
        analysis.rules().isEmpty()
            ? ""
            : " Rules are judged by their literals and settings; where they read data, payloads or"
                + " progress, they may speak or not.";
    return "Left out: data, payloads and how much time passes. A condition that reads them may hold"
        + " or not, every event may come at any time."
        + rules
        + " So what is said never to happen never does; a way that is shown may need data that no"
        + " run has.";
  }

  /** One leg per line. */
  void route(ExamplePath route) {
    route.steps().forEach(leg -> out.println(leg.toString()));
  }
}
