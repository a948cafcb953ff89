package dev.statute.analysis;

import dev.statute.policy.Deny;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Three random rules over literals, some of them random at run time, with their approximation. */
final class RandomPolicy implements Policy, PolicyApproximation {
  private static final Place PLACE = new Place("r.drl", 1, 1);
  private static final List<Class<? extends Verdict>> KINDS =
      List.of(Deny.class, Permit.class, Redirect.class, Ignore.class);

  private record Rule(
      String name,
      Layer layer,
      Class<? extends Verdict> kind,
      @Nullable String from,
      @Nullable String to,
      @Nullable String event,
      boolean certain,
      String target) {}

  private static final List<Layer> LAYERS =
      List.of(Layer.BASE, Layer.CHART, new Layer(2, "company"), new Layer(3, "team"));

  private final List<Rule> rules = new ArrayList<>();
  private final Random coin;

  RandomPolicy(long seed, List<String> states) {
    Random random = new Random(seed);
    coin = new Random(seed + 1);
    List<String> events = RandomDefinitions.EVENTS;
    for (int i = 0; i < 3; i++) {
      rules.add(
          new Rule(
              "p#" + i,
              LAYERS.get(random.nextInt(LAYERS.size())),
              KINDS.get(random.nextInt(KINDS.size())),
              random.nextInt(3) > 0 ? states.get(random.nextInt(states.size())) : null,
              random.nextInt(3) == 0 ? states.get(random.nextInt(states.size())) : null,
              random.nextInt(3) == 0 ? events.get(random.nextInt(events.size())) : null,
              random.nextBoolean(),
              states.get(random.nextInt(states.size()))));
    }
  }

  private static boolean matches(@Nullable String expected, @Nullable String actual) {
    return expected == null || Objects.equals(expected, actual);
  }

  @Override
  public List<PossibleVerdict> verdicts(ApproximateProposal proposal) {
    return rules.stream()
        .filter(r -> matches(r.from, proposal.from()) && matches(r.to, proposal.to()))
        .filter(r -> matches(r.event, proposal.event()))
        .map(
            r ->
                new PossibleVerdict(
                    r.name, r.layer, r.kind, r.certain, r.kind == Redirect.class ? r.target : null))
        .toList();
  }

  @Override
  public boolean mayGrant(ApproximateProposal candidate) {
    return false;
  }

  @Override
  public boolean mayReport(String level) {
    return false;
  }

  @Override
  public boolean mayPermit() {
    return rules.stream().anyMatch(r -> r.kind == Permit.class);
  }

  @Override
  public Set<String> eventNames() {
    return rules.stream().map(Rule::event).filter(Objects::nonNull).collect(Collectors.toSet());
  }

  @Override
  public RuleVerdicts judge(Question question) {
    List<RuleVerdict> given = new ArrayList<>();
    for (Transition transition : question.transitions()) {
      for (Rule r : rules) {
        if (matches(r.from, transition.from())
            && matches(r.to, transition.to())
            && matches(r.event, transition.event())
            && (r.certain || coin.nextBoolean())) {
          given.add(new RuleVerdict(verdict(r, transition), r.name, PLACE, r.layer, List.of()));
        }
      }
    }
    return new RuleVerdicts(given, null);
  }

  private static Verdict verdict(Rule rule, Transition transition) {
    if (rule.kind == Deny.class) {
      return new Deny(transition, "no");
    }
    if (rule.kind == Permit.class) {
      return new Permit(transition, "yes");
    }
    return rule.kind == Redirect.class
        ? new Redirect(transition, rule.target, "there")
        : new Ignore(transition, "never mind");
  }
}
