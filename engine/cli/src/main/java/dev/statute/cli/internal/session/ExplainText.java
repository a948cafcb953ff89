package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.json.FactText;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Explanation.MissingMatch;
import dev.statute.policy.spi.Explanation.Reason;
import dev.statute.policy.spi.Explanation.RuleExplanation;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.problem.VisibleText;
import dev.statute.step.ExplainedStep;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Effect of rules on a step as text. */
final class ExplainText {
  private final PrintStream out;
  private final TerminalStyle style;
  private final boolean all;

  /**
   * Creates the text.
   *
   * @param all true to show rules about other transitions
   */
  ExplainText(PrintStream out, TerminalStyle style, boolean all) {
    this.out = out;
    this.style = style;
    this.all = all;
  }

  void print(StepFinder.FoundStep found) {
    ExplainedStep explained = found.explained();
    RunText row = new RunText(out, style);
    row.step(found.line(), found.time(), explained.step());
    int elsewhere = 0;
    for (Explanation explanation : explained.explanations()) {
      out.println();
      out.println(questionTitle(explanation.question()));
      for (RuleExplanation account : explanation.rules()) {
        MissingMatch lack = account.missing();
        if (lack != null && lack.isUnrelated() && !all) {
          elsewhere++;
        } else if (lack == null) {
          printFired(account, explanation, explained.step().outcome());
        } else {
          printUnmet(account, lack);
        }
      }
    }
    if (explained.explanations().isEmpty()) {
      out.println();
      out.println("no rule was asked");
    }
    if (elsewhere > 0) {
      out.println(
          style.dim(
              "  "
                  + elsewhere
                  + (elsewhere == 1 ? " rule is" : " rules are")
                  + " about something else (--all shows "
                  + (elsewhere == 1 ? "it)" : "them)")));
    }
    out.println();
    Layer layer = explained.layer();
    out.println(layer == null ? "no rule decided" : "decided by layer " + layer);
    List<String> changes = explained.counterfactuals();
    if (!changes.isEmpty()) {
      out.println("for it to go another way:");
      changes.forEach(change -> out.println("  " + change));
    }
  }

  private static String questionTitle(Question question) {
    StringJoiner facts = new StringJoiner(", ");
    question.candidates().forEach(each -> facts.add(FactText.of(each)));
    question.transitions().forEach(each -> facts.add(FactText.of(each)));
    return "rules were asked about " + (facts.length() == 0 ? "the record" : facts);
  }

  private void printFired(RuleExplanation account, Explanation explanation, Outcome outcome) {
    out.println("  " + style.bold("✓ " + account.rule()) + location(account));
    account.metadata().forEach((note, value) -> out.println("      " + note + ": " + value));
    for (List<Object> match : account.matches()) {
      StringJoiner facts = new StringJoiner(", ");
      match.forEach(fact -> facts.add(FactText.of(fact)));
      out.println("      on " + facts);
    }
    for (RuleVerdict ruling : explanation.verdicts().verdicts()) {
      if (ruling.place().equals(account.place())) {
        out.println("      " + verdictText(ruling, outcome));
      }
    }
  }

  private static String verdictText(RuleVerdict ruling, Outcome outcome) {
    String word = ruling.verdict().getClass().getSimpleName().toLowerCase(Locale.ROOT);
    boolean decisive =
        outcome.trace().verdicts().stream()
            .filter(RankedVerdict::decisive)
            .anyMatch(weighed -> weighed.ruling().equals(ruling));
    return word + (decisive ? "" : " (outvoted)") + ": " + ruling.verdict().reason();
  }

  private void printUnmet(RuleExplanation account, MissingMatch lack) {
    out.println("  · " + account.rule() + location(account));
    boolean shows = lack.reason() == Reason.CONDITION || lack.reason() == Reason.UNKNOWN;
    List<String> words = new ArrayList<>();
    if (shows && !lack.pattern().isEmpty()) {
      words.add("in " + VisibleText.oneLine(lack.pattern(), 100));
    }
    words.add(lack.describe());
    words.forEach(each -> out.println("      " + each));
  }

  private String location(RuleExplanation account) {
    return style.dim("  " + account.layer() + "  " + account.place());
  }
}
