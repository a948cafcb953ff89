package dev.statute.cli;

import dev.statute.json.FactText;
import dev.statute.policy.Explanation;
import dev.statute.policy.Explanation.Account;
import dev.statute.policy.Explanation.Lack;
import dev.statute.policy.Explanation.Reason;
import dev.statute.policy.Layer;
import dev.statute.policy.Question;
import dev.statute.policy.RuleVerdict;
import dev.statute.step.ExplainedStep;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Tells a person what rules made of a step. */
final class ExplainText {
  private final PrintStream out;
  private final TerminalStyle style;
  private final boolean all;

  /**
   * @param all whether rules are shown that are about other transitions
   */
  ExplainText(PrintStream out, TerminalStyle style, boolean all) {
    this.out = out;
    this.style = style;
    this.all = all;
  }

  void print(StepFinder.Found found) {
    ExplainedStep explained = found.explained();
    RunText row = new RunText(out, style);
    row.step(found.line(), found.at(), explained.step());
    int elsewhere = 0;
    for (Explanation explanation : explained.asked()) {
      out.println();
      out.println(about(explanation.question()));
      for (Account account : explanation.accounts()) {
        Lack lack = account.lack();
        if (lack != null && lack.isElsewhere() && !all) {
          elsewhere++;
        } else if (lack == null) {
          fired(account, explanation, explained.step().outcome());
        } else {
          lacked(account, lack);
        }
      }
    }
    if (explained.asked().isEmpty()) {
      out.println();
      out.println("no rule was asked");
    }
    if (elsewhere > 0) {
      out.println(
          style.faint(
              "  "
                  + elsewhere
                  + (elsewhere == 1 ? " rule is" : " rules are")
                  + " about something else (--all shows "
                  + (elsewhere == 1 ? "it)" : "them)")));
    }
    out.println();
    Layer layer = explained.layer();
    out.println(layer == null ? "no rule decided" : "decided by layer " + word(layer));
    List<String> changes = explained.changes();
    if (!changes.isEmpty()) {
      out.println("for it to go another way:");
      changes.forEach(change -> out.println("  " + change));
    }
  }

  private static String about(Question question) {
    StringJoiner facts = new StringJoiner(", ");
    question.candidates().forEach(each -> facts.add(FactText.of(each)));
    question.transitions().forEach(each -> facts.add(FactText.of(each)));
    return "rules were asked about " + (facts.length() == 0 ? "the record" : facts);
  }

  private void fired(Account account, Explanation explanation, Outcome outcome) {
    out.println("  " + style.strong("✓ " + account.rule()) + where(account));
    account.notes().forEach((note, said) -> out.println("      " + note + ": " + said));
    for (List<Object> match : account.fired()) {
      StringJoiner facts = new StringJoiner(", ");
      match.forEach(fact -> facts.add(FactText.of(fact)));
      out.println("      on " + facts);
    }
    for (RuleVerdict ruling : explanation.rulings().all()) {
      if (ruling.rule().equals(account.rule())) {
        out.println("      " + verdict(ruling, outcome));
      }
    }
  }

  private static String verdict(RuleVerdict ruling, Outcome outcome) {
    String word = ruling.verdict().getClass().getSimpleName().toLowerCase(Locale.ROOT);
    boolean decisive =
        outcome.trace().why().stream()
            .filter(RankedVerdict::decisive)
            .anyMatch(weighed -> weighed.ruling().equals(ruling));
    return word + (decisive ? "" : " (outvoted)") + ": " + ruling.verdict().reason();
  }

  private void lacked(Account account, Lack lack) {
    out.println("  · " + account.rule() + where(account));
    boolean shows = lack.reason() == Reason.CONDITION || lack.reason() == Reason.UNKNOWN;
    List<String> words = new ArrayList<>();
    if (shows && !lack.pattern().isEmpty()) {
      words.add("in " + InputDescription.brief(lack.pattern(), 100));
    }
    words.add(lack.inWords());
    words.forEach(each -> out.println("      " + each));
  }

  private String where(Account account) {
    return style.faint("  " + word(account.layer()) + "  " + account.place());
  }

  private static String word(Layer layer) {
    return layer.name().toLowerCase(Locale.ROOT);
  }
}
