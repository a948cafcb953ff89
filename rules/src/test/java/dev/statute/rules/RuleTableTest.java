package dev.statute.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Budget;
import dev.statute.policy.Cycle;
import dev.statute.policy.Finding;
import dev.statute.policy.Limits;
import dev.statute.policy.Phase;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.policy.base.Counter;
import dev.statute.policy.base.NewestAction;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.policy.spi.RuleVerdicts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Table of rules, on facts alone: each is evaluated at every count up to past its last level, for
 * every kind of work, and gives exactly the findings of the table. The origin of the facts is
 * tested elsewhere.
 */
class RuleTableTest {
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());
  private static final Set<String> ALL = Set.copyOf(ProgressTrackerFactory.EFFECTS);

  /** Facts that a rule may use. */
  private record Facts(Progress progress, List<Object> others) implements Observation {
    @Override
    public List<Object> facts(Predicate<Class<?>> wanted) {
      List<Object> all = new ArrayList<>(others);
      all.add(progress);
      all.removeIf(each -> !wanted.test(each.getClass()));
      return all;
    }
  }

  /**
   * Row of the table.
   *
   * @param repeats true if two are required for a repetition, independent of the settings
   * @param effects kinds of work of the rule
   */
  private record Row(
      String rule,
      String pattern,
      boolean repeats,
      Set<String> effects,
      IntFunction<Object> fact,
      int hint,
      int recover,
      int stop) {
    Row not(String... others) {
      Set<String> left = new TreeSet<>(effects);
      left.removeAll(List.of(others));
      return new Row(rule, pattern, repeats, left, fact, hint, recover, stop);
    }

    Row only(String effect) {
      return new Row(rule, pattern, repeats, Set.of(effect), fact, hint, recover, stop);
    }

    Row fromTheFirst() {
      return new Row(rule, pattern, false, effects, fact, hint, recover, stop);
    }

    String level(int count) {
      return stop > 0 && count >= stop
          ? "stop"
          : recover > 0 && count >= recover ? "recover" : hint > 0 && count >= hint ? "hint" : "";
    }
  }

  private static Row row(
      String rule, String pattern, IntFunction<Object> fact, int hint, int recover, int stop) {
    return new Row(rule, pattern, true, ALL, fact, hint, recover, stop);
  }

  private static Row row(
      String rule, String pattern, String counter, int hint, int recover, int stop) {
    return row(rule, pattern, count -> Map.of(counter, count), hint, recover, stop);
  }

  private static Cycle cycle(int period, int laps, boolean changed, boolean waiting) {
    return new Cycle(period, laps, changed, waiting, "id");
  }

  private static Phase phase(int percent, boolean complete) {
    return new Phase(2, "", percent * 10L, 1_000, complete, false, 0, 0, List.of());
  }

  private static List<Row> table() {
    return List.of(
        row("r1", "same-action", "sameActionResult", 3, 4, 5).not("POLL", "CLOCK", "FORMAT"),
        row("r1_id", "same-but-for-id", "sameButForId", 6, 8, 10).not("POLL", "CLOCK", "FORMAT"),
        row("r2", "same-failure", "sameActionFail", 3, 4, 5).not("POLL", "CLOCK", "FORMAT"),
        row("r3", "interleaved", "interleaved", 3, 5, 7),
        row("r4", "verbatim-edit", "verbatimEdits", 3, 4, 5).only("EDIT"),
        row("r4", "no-op-edit", "noopEdits", 3, 4, 5).only("EDIT"),
        row("r5", "error-variants", "errorKeyStreak", 3, 5, 7).not("POLL", "EDIT"),
        row("r5_edit", "rejected-edits", "rejectedEdits", 3, 5, 0).only("EDIT"),
        row("r5b", "error-class", "errorClassStreak", 5, 7, 9).not("POLL"),
        row("r5b", "fails-on-file", "failsOnTarget", 5, 7, 9),
        row("r6", "failure-again", "repeatedFailure", 4, 6, 0).not("POLL"),
        row("r7", "stagnation", "sameToolResult", 6, 8, 10),
        row("r8", "nothing-found", "emptyStreak", 7, 10, 14),
        row("r9", "no-progress", "sinceGain", 8, 11, 18),
        row("r10", "cycle", laps -> cycle(2, laps, true, false), 3, 4, 5).fromTheFirst(),
        row("r10", "cycle", laps -> cycle(3, laps, false, false), 3, 4, 5).fromTheFirst(),
        row("r10_long", "cycle", laps -> cycle(4, laps, false, false), 2, 3, 4).fromTheFirst(),
        row("r10_long", "cycle", laps -> cycle(12, laps, false, false), 2, 3, 4).fromTheFirst(),
        row("r11", "ineffective-edits", "ineffectiveRounds", 4, 7, 0),
        row("r12", "format-errors", "formatStreak", 4, 7, 0),
        row("r13", "revert", "reverts", 2, 3, 4).only("EDIT").fromTheFirst(),
        row("r14", "monologue", "sameMessages", 3, 4, 6),
        row("r14_talk", "talk-only", "talkOnly", 3, 0, 0),
        row("r15", "poll-unchanged", n -> new Poll("k", n, 5_000, false), 10, 15, 20),
        row("r16", "chanting", "chant", 6, 10, 0),
        row("r17", "condensation", "condensations", 3, 4, 5),
        row("r18", "denied", "denials", 1, 2, 0).fromTheFirst(),
        row("r19", "stuck-delegate", "stuckSubAgents", 1, 2, 0).fromTheFirst(),
        row("r19_review", "revise-loop", "revisions", 4, 0, 0),
        row("r20", "test-flip-flop", "testFlips", 6, 6, 0),
        row("r21", "budget", n -> new Budget("tokens", n, 100), 75, 90, 100).fromTheFirst(),
        row("r21_phase", "phase-overrun", n -> phase(n, false), 150, 200, 0).fromTheFirst(),
        row("r23", "refused", "refusals", 0, 2, 3),
        row("r25", "failures", "failureStreak", 6, 0, 0),
        row("r26", "outage", "outages", 5, 10, 0));
  }

  private static Facts facts(Row row, String effect, int count) {
    Object fact = row.fact.apply(count);
    Map<String, Integer> counters = new LinkedHashMap<>();
    if (fact instanceof Map<?, ?> given) {
      given.forEach((name, number) -> counters.put((String) name, (Integer) number));
    }
    return facts(counters, effect, "e1", fact instanceof Map ? List.of() : List.of(fact));
  }

  private static Facts facts(
      Map<String, Integer> counters, String effect, String error, List<Object> others) {
    NewestAction last = new NewestAction("t", "f", effect, "a1", "r1", error, "other");
    return new Facts(Progress.of(counters, last), others);
  }

  private static Facts withoutEnvironment(Map<String, Integer> counters) {
    NewestAction last = new NewestAction("t", "f", "EXEC", "a1", "r1", "e1", "environment-gone");
    return new Facts(Progress.of(counters, last), List.of());
  }

  /** Findings as {@code pattern:level:count}, in their order. */
  private static List<String> findings(LoopPack loops, Facts facts) {
    List<Object> all = new ArrayList<>(facts.others);
    all.add(Limits.of(loops.settings()));
    RuleVerdicts rulings = loops.judge(new Facts(facts.progress, all));
    assertThat(rulings.error()).isNull();
    return rulings.verdicts().stream()
        .map(each -> (Finding) each.verdict())
        .map(each -> each.pattern() + ":" + each.level() + ":" + each.count())
        .toList();
  }

  private static List<String> expected(Row row, String effect, String level, int count) {
    return level.isEmpty() || !row.effects.contains(effect)
        ? List.of()
        : List.of(row.pattern + ":" + level + ":" + count);
  }

  @TestFactory
  Stream<DynamicTest> a_rule_reports_at_its_counts_and_not_below_and_for_its_kinds_of_work_only() {
    return table().stream()
        .map(row -> DynamicTest.dynamicTest(row.rule + " " + row.pattern, () -> check(row)));
  }

  private static void check(Row row) {
    int past = 2 + Math.max(row.stop, Math.max(row.recover, row.hint));
    for (String effect : ALL) {
      for (int count = 0; count <= past; count++) {
        assertThat(findings(FULL, facts(row, effect, count)))
            .as("%s, %d times %s", row.rule, count, effect)
            .isEqualTo(expected(row, effect, row.level(count), count));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> once_is_no_repetition_even_where_the_settings_say_one() {
    return table().stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.rule + " " + row.pattern,
                    () -> {
                      LoopPack one = LoopPack.pack("full", Map.of(row.rule + "_hint", 1));
                      String effect = new TreeSet<>(row.effects).first();
                      for (int count = 0; count <= 2; count++) {
                        boolean speaks = count >= (row.repeats ? 2 : 1);
                        String level = row.level(count).isEmpty() ? "hint" : row.level(count);
                        assertThat(findings(one, facts(row, effect, count)))
                            .as("%s, %d times", row.rule, count)
                            .isEqualTo(expected(row, effect, speaks ? level : "", count));
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> nought_is_never() {
    return table().stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.rule + " " + row.pattern,
                    () -> {
                      Map<String, Integer> off = new LinkedHashMap<>();
                      for (String level : List.of("hint", "recover", "stop")) {
                        off.put(row.rule + "_" + level, 0);
                      }
                      String effect = new TreeSet<>(row.effects).first();
                      assertThat(findings(LoopPack.pack("full", off), facts(row, effect, 1_000)))
                          .isEmpty();
                    }));
  }

  @Test
  void r3_minds_repeats_that_fail_or_among_which_little_is_new() {
    Map<String, Integer> little = Map.of("interleaved", 3, "noveltyOf8", 4);
    Map<String, Integer> much = Map.of("interleaved", 3, "noveltyOf8", 5);
    List<String> spoken = List.of("interleaved:hint:3");
    assertThat(findings(FULL, facts(little, "READ", "", List.of()))).isEqualTo(spoken);
    assertThat(findings(FULL, facts(much, "READ", "", List.of()))).isEmpty();
    assertThat(findings(FULL, facts(much, "READ", "e1", List.of()))).isEqualTo(spoken);
  }

  @Test
  void r6_is_about_calls_that_fail_now() {
    Map<String, Integer> often = Map.of("repeatedFailure", 9);
    assertThat(findings(FULL, facts(often, "EXEC", "", List.of()))).isEmpty();
  }

  @Test
  void r24_is_about_an_environment_that_is_gone_and_r5b_is_not() {
    LoopPack one = LoopPack.pack("full", Map.of("r24_hint", 1));
    for (int count = 0; count <= 9; count++) {
      String level = count >= 4 ? "stop" : count == 3 ? "recover" : "";
      Facts facts = withoutEnvironment(Map.of("failsOnTarget", count));
      assertThat(findings(FULL, facts))
          .as("%d times", count)
          .isEqualTo(
              level.isEmpty() ? List.of() : List.of("environment-gone:" + level + ":" + count));
      if (count < 3) {
        assertThat(findings(one, facts))
            .as("%d times, from the first", count)
            .isEqualTo(count < 2 ? List.of() : List.of("environment-gone:hint:2"));
      }
    }
  }

  @Test
  void r24_comes_after_a_repeated_call_and_before_other_rules() {
    Map<String, Integer> counters =
        Map.of("sameActionResult", 5, "failsOnTarget", 4, "interleaved", 5);
    assertThat(findings(FULL, withoutEnvironment(counters)))
        .containsExactly("same-action:stop:5", "environment-gone:stop:4", "interleaved:recover:5");
  }

  @Test
  void r10_lets_be_who_only_waits_and_longer_cycles_that_change_something() {
    for (int period = 2; period <= 12; period++) {
      boolean shortOne = period <= 3;
      assertThat(
              findings(FULL, facts(Map.of(), "EXEC", "", List.of(cycle(period, 9, false, true)))))
          .as("waiting, period %d", period)
          .isEmpty();
      assertThat(
              findings(FULL, facts(Map.of(), "EXEC", "", List.of(cycle(period, 9, true, false)))))
          .as("changing, period %d", period)
          .isEqualTo(shortOne ? List.of("cycle:stop:9") : List.of());
    }
  }

  @Test
  void r21_is_about_phases_under_way_that_should_take_some_time() {
    Phase open = new Phase(1, "", 9_000, 0, false, false, 0, 0, List.of());
    assertThat(findings(FULL, facts(Map.of(), "EXEC", "", List.of(phase(900, true), open))))
        .isEmpty();
    LoopPack never = LoopPack.pack("full", Map.of("r21_hint", -1, "r21_phase_hint", -1));
    List<Object> unused = List.of(new Budget("calls", 0, 10), phase(0, false));
    assertThat(findings(never, facts(Map.of(), "EXEC", "", unused))).isEmpty();
  }

  @Test
  void r22_is_a_hint_whatever_else_and_can_be_switched_off() {
    Facts sure = facts(Map.of("judged", 1), "EXEC", "", List.of());
    assertThat(findings(FULL, sure)).containsExactly("judged:hint:1");
    assertThat(findings(LoopPack.pack("full", Map.of("r22_hint", 0)), sure)).isEmpty();
    assertThat(findings(LoopPack.pack("full", Map.of("r22_hint", 2)), sure)).isEmpty();
  }

  @Test
  void of_all_that_is_found_the_tightest_pattern_comes_first() {
    Map<String, Integer> all = new LinkedHashMap<>();
    Counter.names().forEach(name -> all.put(name, 1_000));
    all.put("noveltyOf8", 0);
    List<Object> others =
        List.of(
            cycle(2, 9, false, false),
            cycle(7, 8, false, false),
            new Poll("k", 99, 0, false),
            new Budget("calls", 99, 100),
            phase(900, false));
    assertThat(order(facts(all, "EXEC", "e1", others)))
        .containsExactly(
            "same-action",
            "same-failure",
            "cycle",
            "cycle of 7",
            "error-variants",
            "error-class",
            "fails-on-file",
            "interleaved",
            "failure-again",
            "stagnation",
            "ineffective-edits",
            "test-flip-flop",
            "failures",
            "nothing-found",
            "no-progress",
            "format-errors",
            "monologue",
            "talk-only",
            "poll-unchanged",
            "chanting",
            "condensation",
            "denied",
            "refused",
            "outage",
            "stuck-delegate",
            "revise-loop",
            "budget",
            "phase-overrun",
            "judged");
    assertThat(order(facts(all, "EDIT", "e1", others)).subList(0, 10))
        .containsExactly(
            "same-action",
            "same-failure",
            "cycle",
            "cycle of 7",
            "verbatim-edit",
            "no-op-edit",
            "revert",
            "rejected-edits",
            "error-class",
            "fails-on-file");
  }

  private static List<String> order(Facts facts) {
    return findings(FULL, facts).stream()
        .map(each -> each.equals("cycle:stop:8") ? "cycle of 7" : each)
        .map(each -> each.replaceFirst(":.*", ""))
        .toList();
  }
}
