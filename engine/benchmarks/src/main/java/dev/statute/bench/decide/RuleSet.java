package dev.statute.bench.decide;

import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.base.NewestAction;
import dev.statute.policy.base.Values;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Question;
import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rules and questions. Every question is about one transition; each rule is about one event and one
 * target, so that a question matches one rule, which fires or not.
 *
 * @param rules number of rules
 * @param joins number of rules that join facts: with the instance, or with a setting and the
 *     progress
 * @param reason the Java expression of the reason
 */
record RuleSet(String name, int rules, int joins, String reason) {
  private static final String CONSTANT = "\"no\"";
  static final List<RuleSet> ALL =
      List.of(
          new RuleSet("20", 20, 10, CONSTANT),
          new RuleSet("20 joins", 20, 20, CONSTANT),
          new RuleSet("1000", 1_000, 0, CONSTANT),
          new RuleSet("1000 computed", 1_000, 0, "\"no \" + $t.event()"));
  private static final int EVENTS = 20;
  private static final Settings SETTINGS = Settings.of(Map.of("max_calls", 50L));

  /**
   * Warm-up in seconds until each rule has fired some thousand times: its consequence is a class of
   * its own, and interpreted until then.
   */
  int warmSeconds() {
    return Math.max(5, rules / 50);
  }

  static RuleSet named(String name) {
    return ALL.stream().filter(set -> set.name.equals(name)).findFirst().orElseThrow();
  }

  String drl() {
    StringBuilder drl = new StringBuilder("package bench\nimport dev.statute.policy.*\n");
    for (int i = 0; i < rules; i++) {
      drl.append("rule \"r").append(i).append("\"\nwhen\n");
      int joined = i * joins / rules;
      if ((i + 1) * joins / rules > joined) {
        drl.append(
            joined % 2 == 0
                ? "  Instance( in(\"working\"), age > 1000 )\n"
                : "  Settings( $max : num(\"max_calls\") )\n  Progress( calls > $max )\n");
      }
      drl.append("  $t : Transition( event == \"%s\", to == \"%s\" )\n".formatted(event(i), to(i)));
      drl.append("then\n  insert( new Deny($t, ").append(reason).append(") );\nend\n");
    }
    return drl.toString();
  }

  Pack pack() {
    List<Source> files = List.of(new Source("bench.drl", drl()));
    return new Pack("bench", Layer.BASE, "", "", files, Map.of(), List.of());
  }

  /** Questions that match every rule, for this number of instances, each with facts of its own. */
  List<Question> questions(int instances) {
    List<Instance> all = new ArrayList<>();
    List<Progress> high = new ArrayList<>();
    List<Progress> low = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      Values data = Values.of(Map.of("n", (long) i));
      List<String> active = List.of("open", "working");
      all.add(new Instance("i-" + i, "bench", 1, active, data, 5_000, 0, ""));
      high.add(Progress.of(Map.of("calls", 100), NewestAction.NONE));
      low.add(Progress.of(Map.of("calls", 10), NewestAction.NONE));
    }
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < Math.max(2 * rules, instances); i++) {
      int of = i % instances;
      Progress progress = (i / rules) % 2 == 0 ? high.get(of) : low.get(of);
      questions.add(question(i % rules, all.get(of), progress));
    }
    return questions;
  }

  private static Question question(int rule, Instance instance, Progress progress) {
    Transition transition =
        new Transition(
            new Proposal.Description(
                "bench",
                "working",
                to(rule),
                List.of(to(rule)),
                "working",
                event(rule),
                "event",
                true,
                "",
                List.of(),
                Values.of(Map.of("n", (long) rule)),
                instance,
                () -> progress,
                SETTINGS,
                "working"::equals,
                to(rule)::equals));
    return new Question(instance, SETTINGS, List.of(), List.of(transition), null, List.of());
  }

  private static String event(int rule) {
    return "e" + rule % EVENTS;
  }

  private static String to(int rule) {
    return "s" + rule;
  }
}
