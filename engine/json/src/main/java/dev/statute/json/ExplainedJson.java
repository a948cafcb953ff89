package dev.statute.json;

import dev.statute.policy.Explanation;
import dev.statute.policy.Explanation.Account;
import dev.statute.policy.Explanation.Gap;
import dev.statute.policy.Explanation.Lack;
import dev.statute.policy.Layer;
import dev.statute.policy.Question;
import dev.statute.step.ExplainedStep;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What rules made of a step, as members of a line. */
final class ExplainedJson {
  private ExplainedJson() {}

  /** {@code layer}, {@code asked}, {@code change}. */
  static void explained(JsonWriter out, ExplainedStep explained) {
    out.putIfAny("layer", layer(explained.layer()));
    out.key("asked").openList();
    explained.asked().forEach(each -> explanation(out, each));
    out.closeList();
    out.putIfAny("change", explained.changes());
  }

  private static @Nullable String layer(@Nullable Layer layer) {
    return layer == null ? null : layer.name().toLowerCase(Locale.ROOT);
  }

  private static void explanation(JsonWriter out, Explanation explanation) {
    Question question = explanation.question();
    out.open().key("about").openList();
    question.candidates().forEach(each -> FactJson.fact(out, each));
    question.transitions().forEach(each -> FactJson.fact(out, each));
    if (question.observation() != null) {
      out.open().put("fact", "Progress").close();
    }
    out.closeList().key("rules").openList();
    explanation.accounts().forEach(each -> account(out, each));
    out.closeList().close();
  }

  private static void account(JsonWriter out, Account account) {
    out.open().put("rule", account.rule()).put("place", account.place().toString());
    out.put("layer", layer(account.layer())).put("fired", account.hasFired());
    account.notes().forEach(out::put);
    Lack lack = account.lack();
    if (lack == null) {
      out.key("facts").openList();
      for (List<Object> match : account.fired()) {
        out.openList();
        match.forEach(fact -> FactJson.fact(out, fact));
        out.closeList();
      }
      out.closeList();
    } else {
      lack(out.key("lacks"), lack);
    }
    out.close();
  }

  private static void lack(JsonWriter out, Lack lack) {
    out.open().put("reason", lack.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    out.putIfAny("pattern", lack.pattern()).put("place", lack.place().toString());
    Object fact = lack.fact();
    if (fact != null) {
      FactJson.fact(out.key("fact"), fact);
    }
    if (!lack.gaps().isEmpty()) {
      out.key("conditions").openList();
      for (Gap gap : lack.gaps()) {
        out.open().put("condition", gap.condition()).put("place", gap.place().toString());
        out.put("saw", gap.saw()).put("needs", gap.needs()).close();
      }
      out.closeList();
    }
    out.put("words", lack.inWords()).put("change", lack.change()).close();
  }
}
