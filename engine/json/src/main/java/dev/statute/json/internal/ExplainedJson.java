package dev.statute.json.internal;

import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Explanation.MissingMatch;
import dev.statute.policy.spi.Explanation.RuleExplanation;
import dev.statute.policy.spi.Explanation.UnmetConstraint;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Question;
import dev.statute.step.ExplainedStep;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Effects of rules on a step, as members of a line. */
public final class ExplainedJson {
  private ExplainedJson() {}

  /** {@code layer}, {@code asked}, {@code change}. */
  public static void writeExplained(JsonWriter out, ExplainedStep explained) {
    out.putIfAny("layer", name(explained.layer()));
    out.key("asked").openList();
    explained.explanations().forEach(each -> writeExplanation(out, each));
    out.closeList();
    out.putIfAny("change", explained.counterfactuals());
  }

  private static @Nullable String name(@Nullable Layer layer) {
    return layer == null ? null : layer.name();
  }

  private static void writeExplanation(JsonWriter out, Explanation explanation) {
    Question question = explanation.question();
    out.open().key("about").openList();
    question.candidates().forEach(each -> FactJson.writeFact(out, each));
    question.transitions().forEach(each -> FactJson.writeFact(out, each));
    if (question.observation() != null) {
      out.open().put("fact", "Progress").close();
    }
    out.closeList().key("rules").openList();
    explanation.rules().forEach(each -> writeAccount(out, each));
    out.closeList().close();
  }

  private static void writeAccount(JsonWriter out, RuleExplanation account) {
    out.open().put("rule", account.rule()).put("place", account.place().toString());
    out.put("layer", account.layer().name()).put("fired", account.hasFired());
    account.metadata().forEach(out::put);
    MissingMatch lack = account.missing();
    if (lack == null) {
      out.key("facts").openList();
      for (List<Object> match : account.matches()) {
        out.openList();
        match.forEach(fact -> FactJson.writeFact(out, fact));
        out.closeList();
      }
      out.closeList();
    } else {
      writeLack(out.key("lacks"), lack);
    }
    out.close();
  }

  private static void writeLack(JsonWriter out, MissingMatch lack) {
    out.open().put("reason", lack.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    out.putIfAny("pattern", lack.pattern()).put("place", lack.place().toString());
    Object fact = lack.fact();
    if (fact != null) {
      FactJson.writeFact(out.key("fact"), fact);
    }
    if (!lack.unmet().isEmpty()) {
      out.key("conditions").openList();
      for (UnmetConstraint gap : lack.unmet()) {
        out.open().put("condition", gap.condition()).put("place", gap.place().toString());
        out.put("saw", gap.observed()).put("needs", gap.expected()).close();
      }
      out.closeList();
    }
    out.put("words", lack.describe()).put("change", lack.describeChange()).close();
  }
}
