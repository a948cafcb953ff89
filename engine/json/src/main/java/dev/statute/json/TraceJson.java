package dev.statute.json;

import dev.statute.policy.Finding;
import dev.statute.policy.Redirect;
import dev.statute.policy.RuleVerdict;
import dev.statute.policy.Verdict;
import dev.statute.step.Effect;
import dev.statute.step.ExecutionError;
import dev.statute.step.RankedVerdict;
import dev.statute.step.ReportedFinding;
import dev.statute.step.TakenTransition;
import dev.statute.step.Trace;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/** What happened in a step, as members of an output line. */
final class TraceJson {
  private TraceJson() {}

  /**
   * @param line the input line a finding is reported at
   * @param lineOf the input line of a record, by its number
   */
  static void trace(JsonWriter out, Trace trace, int line, LongUnaryOperator lineOf) {
    fired(out, "transitions", trace.transitions());
    fired(out, "preempted", trace.preempted());
    out.putIfAny("exited", trace.exited()).putIfAny("entered", trace.entered());
    effects(out, trace.effects());
    findings(out, trace.findings(), line, lineOf);
    why(out, trace);
    if (!trace.errors().isEmpty()) {
      out.key("errors").openList();
      for (ExecutionError fault : trace.errors()) {
        out.open().put("message", fault.message());
        out.put("place", OutcomeJson.place(fault.place())).put("in", fault.in()).close();
      }
      out.closeList();
    }
  }

  private static void fired(JsonWriter out, String name, List<TakenTransition> all) {
    if (all.isEmpty()) {
      return;
    }
    out.key(name).openList();
    for (TakenTransition fired : all) {
      out.open().put("from", fired.from()).putIfAny("event", fired.event());
      out.put("to", fired.targets()).putIfAny("place", OutcomeJson.place(fired.place()));
      if (!fired.source().equals(fired.from())) {
        out.put("source", fired.source());
      }
      if (!fired.kind().equals("event")) {
        out.put("kind", fired.kind());
      }
      out.putIfAny("reason", fired.reason()).close();
    }
    out.closeList();
  }

  private static void effects(JsonWriter out, List<Effect> effects) {
    List<Effect> told =
        effects.stream().filter(effect -> !(effect instanceof Effect.StateChanged)).toList();
    if (told.isEmpty()) {
      return;
    }
    out.key("effects").openList();
    told.forEach(effect -> EffectJson.effect(out, effect));
    out.closeList();
  }

  static void findings(
      JsonWriter out, List<ReportedFinding> findings, int line, LongUnaryOperator lineOf) {
    if (findings.isEmpty()) {
      return;
    }
    out.key("findings").openList();
    for (ReportedFinding found : findings) {
      Finding finding = found.finding();
      out.open().put("pattern", finding.pattern()).put("level", finding.level());
      out.put("line", line).put("count", finding.count()).put("reason", finding.reason());
      out.put("rule", found.rule()).putIfAny("place", OutcomeJson.place(found.place()));
      out.put("identity", finding.identity());
      out.putIfAny(
          "evidence", found.evidence().stream().map(lineOf::applyAsLong).distinct().toList());
      out.close();
    }
    out.closeList();
  }

  static void why(JsonWriter out, Trace trace) {
    out.putIfAny("no_rules", trace.noRules());
    if (trace.why().isEmpty()) {
      return;
    }
    out.key("why").openList();
    for (RankedVerdict weighed : trace.why()) {
      RuleVerdict ruling = weighed.ruling();
      Verdict verdict = ruling.verdict();
      out.open().put("rule", ruling.rule()).put("place", OutcomeJson.place(ruling.place()));
      out.put("layer", ruling.layer().name().toLowerCase(Locale.ROOT));
      out.put("verdict", verdict.getClass().getSimpleName().toLowerCase(Locale.ROOT));
      if (verdict instanceof Redirect redirect) {
        out.put("to", redirect.to());
      }
      out.put("reason", verdict.reason()).put("decisive", weighed.decisive());
      if (!ruling.facts().isEmpty()) {
        out.key("facts").openList();
        ruling.facts().forEach(fact -> FactJson.fact(out, fact));
        out.closeList();
      }
      out.close();
    }
    out.closeList();
  }
}
