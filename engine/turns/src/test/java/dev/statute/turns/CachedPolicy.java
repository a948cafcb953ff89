package dev.statute.turns;

import dev.statute.policy.Candidate;
import dev.statute.policy.Deny;
import dev.statute.policy.Grant;
import dev.statute.policy.Proposal;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cache of the rules' answers. Rules of turns test ids only for equality and emptiness, so
 * questions that differ in nothing else are one question; every thousandth answer is evaluated
 * again and compared.
 */
final class CachedPolicy implements Policy {
  private static final int CHECKED = 1000;

  private final Policy rules;
  private final Map<List<Object>, List<CachedVerdict>> cache = new HashMap<>();
  private long lookups;

  CachedPolicy(Policy rules) {
    this.rules = rules;
  }

  /** Verdict without its proposal. */
  private record CachedVerdict(
      boolean grant, int about, String reason, String rule, RuleVerdict ruling) {}

  @Override
  public boolean mayMatch(Proposal proposal) {
    return rules.mayMatch(proposal);
  }

  @Override
  public boolean producesFindings() {
    return false;
  }

  @Override
  public boolean mayWaive() {
    return false;
  }

  @Override
  public java.util.Set<String> settingNames() {
    return rules.settingNames();
  }

  @Override
  public RuleVerdicts judge(Question question) {
    List<Object> key = new ArrayList<>();
    key.add(question.instance().configuration());
    key.add(question.instance().data().all());
    question.candidates().forEach(each -> add(key, each));
    question.transitions().forEach(each -> add(key, each));
    List<CachedVerdict> said = cache.get(key);
    boolean check = ++lookups % CHECKED == 0;
    if (said == null || check) {
      RuleVerdicts rulings = rules.judge(question);
      if (rulings.error() != null) {
        return rulings;
      }
      List<CachedVerdict> now =
          rulings.verdicts().stream().map(each -> toAnswer(question, each)).toList();
      if (said != null && !toVerdicts(said).equals(toVerdicts(now))) {
        throw new AssertionError(
            "remembered " + toVerdicts(said) + ", the rules say " + toVerdicts(now) + " to " + key);
      }
      cache.put(key, now);
      return rulings;
    }
    return new RuleVerdicts(said.stream().map(each -> verify(question, each)).toList(), null);
  }

  private static List<String> toVerdicts(List<CachedVerdict> said) {
    return said.stream()
        .map(each -> each.grant + " " + each.about + " " + each.rule)
        .sorted()
        .toList();
  }

  private static void add(List<Object> key, Proposal proposal) {
    key.add(proposal instanceof Candidate);
    key.add(proposal.guard());
    key.add(proposal.source());
    key.add(proposal.event());
    Map<String, ?> payload = proposal.payload().all();
    for (Map.Entry<String, ?> field : payload.entrySet()) {
      Object value = field.getValue();
      key.add(
          switch (field.getKey()) {
            case "inbox" -> 0;
            case "turn" -> value.equals("") ? "" : value.equals(proposal.instance().turn());
            case "epoch" -> value.equals(proposal.instance().epoch());
            case "worker" -> value.equals(payload.get("owner"));
            case "owner" -> value.equals("");
            case "call", "card" -> value.equals("");
            default -> value;
          });
    }
  }

  private static CachedVerdict toAnswer(Question question, RuleVerdict ruling) {
    Verdict verdict = ruling.verdict();
    if (verdict instanceof Grant grant) {
      return new CachedVerdict(
          true,
          question.candidates().indexOf(grant.candidate()),
          grant.reason(),
          ruling.rule(),
          ruling);
    }
    Deny deny = (Deny) verdict;
    return new CachedVerdict(
        false,
        question.transitions().indexOf(deny.transition()),
        deny.reason(),
        ruling.rule(),
        ruling);
  }

  private static RuleVerdict verify(Question question, CachedVerdict said) {
    Verdict verdict;
    if (said.grant) {
      Candidate candidate = question.candidates().get(said.about);
      verdict = new Grant(candidate, said.reason);
    } else {
      Transition transition = question.transitions().get(said.about);
      verdict = new Deny(transition, said.reason);
    }
    return new RuleVerdict(verdict, said.rule, said.ruling.place(), said.ruling.layer(), List.of());
  }
}
