package dev.statute.step;

import dev.statute.policy.Candidate;
import dev.statute.policy.Proposal;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Policy in Java that records its questions. */
final class ScriptedPolicy implements Policy {
  static final Place PLACE = new Place("rules.drl", 1, 1);
  final List<Question> asked = new ArrayList<>();
  private final Map<Function<Question, List<Verdict>>, Layer> rules = new LinkedHashMap<>();
  private boolean finds;
  private boolean waives;
  private boolean refuses;
  private @Nullable String error;

  ScriptedPolicy on(Function<Transition, @Nullable Verdict> rule) {
    return on(Layer.CHART, rule);
  }

  ScriptedPolicy on(Layer layer, Function<Transition, @Nullable Verdict> rule) {
    rules.put(question -> apply(question.transitions(), rule), layer);
    return this;
  }

  private void add(Function<Question, List<Verdict>> rule) {
    rules.put(rule, Layer.CHART);
  }

  ScriptedPolicy grant(Function<Candidate, @Nullable Verdict> rule) {
    add(question -> apply(question.candidates(), rule));
    return this;
  }

  ScriptedPolicy find(Function<Question, @Nullable Verdict> rule) {
    finds = true;
    add(
        question -> {
          Verdict verdict = question.observation() == null ? null : rule.apply(question);
          return verdict == null ? List.of() : List.of(verdict);
        });
    return this;
  }

  ScriptedPolicy waive(Function<Question, @Nullable Verdict> rule) {
    waives = true;
    add(
        question -> {
          Verdict verdict = question.fields().isEmpty() ? null : rule.apply(question);
          return verdict == null ? List.of() : List.of(verdict);
        });
    return this;
  }

  /** Makes a rule throw on every further question. */
  ScriptedPolicy broken(String message) {
    error = message;
    return this;
  }

  private static <T extends Proposal> List<Verdict> apply(
      List<T> proposals, Function<T, @Nullable Verdict> rule) {
    List<Verdict> verdicts = new ArrayList<>();
    for (T proposal : proposals) {
      Verdict verdict = rule.apply(proposal);
      if (verdict != null) {
        verdicts.add(verdict);
      }
    }
    return verdicts;
  }

  @Override
  public boolean producesFindings() {
    return finds;
  }

  ScriptedPolicy refuse(Function<Question, @Nullable Verdict> rule) {
    refuses = true;
    add(
        question -> {
          Verdict verdict = question.fields().isEmpty() ? null : rule.apply(question);
          return verdict == null ? List.of() : List.of(verdict);
        });
    return this;
  }

  @Override
  public boolean mayRefuse() {
    return refuses;
  }

  @Override
  public boolean mayWaive() {
    return waives;
  }

  @Override
  public RuleVerdicts judge(Question question) {
    asked.add(question);
    if (error != null) {
      return new RuleVerdicts(List.of(), new RuleError("pack#broken", PLACE, error));
    }
    List<RuleVerdict> rulings = new ArrayList<>();
    rules.forEach(
        (rule, layer) -> {
          for (Verdict verdict : rule.apply(question)) {
            rulings.add(new RuleVerdict(verdict, "pack#rule", PLACE, layer, List.of()));
          }
        });
    return new RuleVerdicts(rulings, null);
  }
}
