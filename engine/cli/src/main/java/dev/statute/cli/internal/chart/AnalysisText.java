package dev.statute.cli.internal.chart;

import dev.statute.analysis.ExamplePath;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.session.ChartAnalysis;
import dev.statute.session.TestOutcome;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Results of an analysis as text, with a note of what was left out. */
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
    printHeader();
    printList("states that are never active", findings.unreachable());
    String traps = "traps, from where no end can be reached";
    out.println(
        analysis.space().isComplete()
            ? sectionTitle(traps, findings.traps().size())
            : traps + ": not known, as not all was looked at");
    findings
        .traps()
        .forEach(
            trap -> {
              String configuration = String.join(", ", trap.last().configuration());
              out.println("  " + style.error("✗") + " " + configuration);
              trap.steps().forEach(leg -> out.println("      " + leg));
            });
    printList("events that nothing ever takes", findings.events());
    out.println(sectionTitle("transitions that are never taken", findings.untaken().size()));
    findings
        .untaken()
        .forEach(
            edge ->
                out.println(
                    "  "
                        + style.error("✗")
                        + " "
                        + AnalysisFindings.describe(edge)
                        + "  "
                        + style.dim(String.valueOf(edge.place()))));
    out.println(sectionTitle("inputs after which it never rests", findings.endless().size()));
    for (ExamplePath route : findings.endless()) {
      out.println("  " + style.error("✗") + " " + route.last().input());
      route.steps().forEach(leg -> out.println("      " + leg));
    }
    printObligations();
    printProperties();
    out.println();
    out.println(style.dim(truncationNote()));
  }

  private void printHeader() {
    int count = analysis.space().configurations().size();
    out.println(
        style.bold(analysis.chart().name())
            + ": "
            + CountedNoun.of(analysis.chart().states().size(), "state")
            + ", "
            + CountedNoun.of(analysis.chart().transitions().size(), "transition")
            + ", "
            + CountedNoun.of(analysis.rules().size(), "rule"));
    out.println(
        analysis.space().isComplete()
            ? CountedNoun.of(count, "configuration") + ", and there are no others"
            : style.warning(
                "the first "
                    + CountedNoun.of(count, "configuration")
                    + "; there are more (--limit)"));
    out.println();
  }

  private void printList(String title, List<String> members) {
    out.println(sectionTitle(title, members.size()));
    members.forEach(each -> out.println("  " + style.error("✗") + " " + each));
  }

  private String sectionTitle(String title, int count) {
    return title
        + ": "
        + (count == 0 ? style.success("none") : Integer.toString(count))
        + AnalysisFindings.limitNote(analysis);
  }

  private void printObligations() {
    Map<String, Set<String>> pending = analysis.space().vetoableInputs();
    if (!pending.isEmpty()) {
      out.println(
          sectionTitle(
              "what comes by itself, is owed and offered again if denied", pending.size()));
      pending.forEach(
          (input, rules) ->
              out.println("  " + input + ": " + String.join(" or ", rules) + " may deny it"));
    }
  }

  private void printProperties() {
    if (analysis.properties().isEmpty()) {
      return;
    }
    out.println();
    for (TestOutcome property : analysis.properties()) {
      out.println(
          (property.passed() ? style.success("✓") : style.error("✗")) + " " + property.name());
      property.failures().forEach(failure -> out.println("    " + failure.message()));
      property.story().forEach(line -> out.println("    " + line));
    }
  }

  private String truncationNote() {
    String rules =
        analysis.rules().isEmpty()
            ? ""
            : " Rules are judged by their literals and settings; where they read data, payloads or"
                + " progress, they may speak or not.";
    return "Left out: data, payloads and how much time passes. A condition that reads them may hold"
        + " or not, every event may come at any time."
        + rules
        + (analysis.space().isComplete()
            ? " So what is said never to happen never does;"
            : " Not all was looked at, so what is said never to happen may happen after all;")
        + " a way that is shown may need data that no run has.";
  }

  /** Prints one step per line. */
  void printPath(ExamplePath route) {
    route.steps().forEach(leg -> out.println(leg.toString()));
  }
}
