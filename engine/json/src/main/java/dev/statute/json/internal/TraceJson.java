package dev.statute.json.internal;

import dev.statute.policy.Finding;
import dev.statute.policy.Redirect;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.step.Effect;
import dev.statute.step.ExecutionError;
import dev.statute.step.RankedVerdict;
import dev.statute.step.TakenTransition;
import dev.statute.step.Trace;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/** Trace of a step, as members of an output line. */
public final class TraceJson {
  private TraceJson() {}

  /**
   * Writes the trace.
   *
   * @param line the input line a finding is reported at; 0 = none
   * @param lineOf the input line of a record, by its number
   */
  static void writeTrace(JsonWriter out, Trace trace, int line, LongUnaryOperator lineOf) {
    writeTransitions(out, "transitions", trace.transitions());
    writeTransitions(out, "preempted", trace.preempted());
    out.putIfAny("exited", trace.exited()).putIfAny("entered", trace.entered());
    writeEffects(out, trace.effects());
    writeFindings(out, trace.findings(), line, lineOf);
    writeRules(out, trace);
    if (!trace.errors().isEmpty()) {
      out.key("errors").openList();
      for (ExecutionError fault : trace.errors()) {
        out.open().put("message", fault.message());
        out.put("place", OutcomeMembers.placeText(fault.place()))
            .put("in", fault.context())
            .close();
      }
      out.closeList();
    }
  }

  private static void writeTransitions(JsonWriter out, String name, List<TakenTransition> all) {
    if (all.isEmpty()) {
      return;
    }
    out.key(name).openList();
    for (TakenTransition fired : all) {
      out.open().put("from", fired.from()).putIfAny("event", fired.event());
      out.put("to", fired.targets()).putIfAny("place", OutcomeMembers.placeText(fired.place()));
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

  private static void writeEffects(JsonWriter out, List<Effect> effects) {
    List<Effect> told =
        effects.stream().filter(effect -> !(effect instanceof Effect.StateChanged)).toList();
    if (told.isEmpty()) {
      return;
    }
    out.key("effects").openList();
    told.forEach(effect -> EffectJson.writeEffect(out, effect));
    out.closeList();
  }

  public static void writeFindings(
      JsonWriter out, List<ReportedFinding> findings, int line, LongUnaryOperator lineOf) {
    if (findings.isEmpty()) {
      return;
    }
    out.key("findings").openList();
    for (ReportedFinding found : findings) {
      Finding finding = found.finding();
      out.open().put("pattern", finding.pattern()).put("level", finding.level());
      if (line > 0) {
        out.put("line", line);
      }
      out.put("count", finding.count()).put("reason", finding.reason());
      out.put("rule", found.rule()).putIfAny("place", OutcomeMembers.placeText(found.place()));
      out.put("identity", finding.identity());
      out.putIfAny(
          "evidence", found.evidence().stream().map(lineOf::applyAsLong).distinct().toList());
      out.close();
    }
    out.closeList();
  }

  public static void writeRules(JsonWriter out, Trace trace) {
    out.putIfAny("no_rules", trace.noPolicyReason());
    if (trace.verdicts().isEmpty()) {
      return;
    }
    out.key("why").openList();
    for (RankedVerdict weighed : trace.verdicts()) {
      RuleVerdict ruling = weighed.ruling();
      Verdict verdict = ruling.verdict();
      out.open().put("rule", ruling.rule()).put("place", OutcomeMembers.placeText(ruling.place()));
      out.put("layer", ruling.layer().name());
      out.put("verdict", verdict.getClass().getSimpleName().toLowerCase(Locale.ROOT));
      if (verdict instanceof Redirect redirect) {
        out.put("to", redirect.to());
      }
      out.put("reason", verdict.reason()).put("decisive", weighed.decisive());
      if (!ruling.facts().isEmpty()) {
        out.key("facts").openList();
        ruling.facts().forEach(fact -> FactJson.writeFact(out, fact));
        out.closeList();
      }
      out.close();
    }
    out.closeList();
  }
}
