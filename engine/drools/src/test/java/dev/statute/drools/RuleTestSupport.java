package dev.statute.drools;

import dev.statute.policy.Candidate;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Values;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Packs, facts and questions for tests. */
public final class RuleTestSupport {
  static final Settings SETTINGS = Settings.of(Map.of("limit", 3L));

  private RuleTestSupport() {}

  /** Creates a pack of one file, {@code NAME.drl}, in the base layer. */
  public static Pack pack(String name, String drl) {
    return pack(name, Layer.BASE, drl);
  }

  static Pack pack(String name, Layer layer, String drl, String... disabled) {
    List<SourceText> off =
        List.of(disabled).stream().map(each -> SourceText.synthetic(each, "chart.yaml")).toList();
    Source source = new Source(name + ".drl", drl);
    return new Pack(name, layer, "", "somebody", List.of(source), Map.of(), off);
  }

  static DroolsPolicy compile(Pack... packs) {
    return compile(RunOptions.DEFAULT, packs);
  }

  static DroolsPolicy compile(RunOptions options, Pack... packs) {
    Loaded<DroolsPolicy> loaded = DroolsPolicies.compile(List.of(packs), Vocabulary.NONE, options);
    return loaded.get();
  }

  static Instance instance(Map<String, ?> data, String... configuration) {
    return new Instance("i-1", "agent", 1, List.of(configuration), Values.of(data), 1_000, 0, "");
  }

  public static Transition move(String from, String to) {
    return new Transition(
        description("move", "", from, to, "", Map.of(), instance(Map.of(), from)));
  }

  static Transition on(String event, String from, String to, Map<String, ?> payload) {
    return new Transition(
        description("event", event, from, to, "", payload, instance(Map.of(), from)));
  }

  static Candidate candidate(String guard, String from, String to) {
    return new Candidate(
        description("event", "go", from, to, guard, Map.of(), instance(Map.of(), from)));
  }

  static Proposal.Description description(
      String kind,
      String event,
      String from,
      @Nullable String to,
      String guard,
      Map<String, ?> payload,
      Instance instance) {
    return new Proposal.Description(
        "agent",
        from,
        to,
        to == null ? List.of() : List.of(to),
        from,
        event,
        kind,
        true,
        guard,
        List.of(),
        Values.of(new LinkedHashMap<>(payload)),
        instance,
        () -> Progress.NONE,
        SETTINGS,
        from::equals,
        state -> state.equals(to));
  }

  public static Question about(Transition... transitions) {
    return new Question(
        transitions[0].instance(), SETTINGS, List.of(), List.of(transitions), null, List.of());
  }

  static Question about(Candidate... candidates) {
    return new Question(
        candidates[0].instance(), SETTINGS, List.of(candidates), List.of(), null, List.of());
  }
}
