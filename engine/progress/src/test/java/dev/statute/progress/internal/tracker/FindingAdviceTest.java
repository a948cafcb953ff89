package dev.statute.progress.internal.tracker;

import static dev.statute.progress.internal.record.TestRecords.call;
import static dev.statute.progress.internal.tracker.TestTrackers.count;
import static dev.statute.progress.internal.tracker.TestTrackers.tracker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Finding;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import dev.statute.progress.internal.record.ProgressRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingAdviceTest {
  private static final Place PLACE = new Place("loops.drl", 3, 1);

  private static Map<String, Object> told(
      Map<String, ?> settings, int count, ProgressRecord... records) {
    RecordTracker tracking = tracker(settings);
    ProgressState tracker = TrackedProgress.EMPTY;
    for (int i = 0; i < records.length - 1; i++) {
      tracker = count(tracking, tracker, records[i], 0).state();
    }
    Finding finding = new Finding("loop", "id", "hint", count, "because");
    RuleVerdicts rulings =
        new RuleVerdicts(
            List.of(new RuleVerdict(finding, "p#r", PLACE, Layer.BASE, List.of())), null);
    return tracking
        .record(tracker, records[records.length - 1].fields(), 0)
        .judgedBy(seen -> rulings)
        .eventData();
  }

  private static ProgressRecord fails(String error) {
    return call("edit", "file", "a.go", "success", false, "error", error, "args", Map.of("n", 1));
  }

  private static Map<String, ?> hints(Object... keysAndTexts) {
    Map<String, Object> hints = new LinkedHashMap<>();
    for (int i = 0; i < keysAndTexts.length; i += 2) {
      hints.put((String) keysAndTexts[i], keysAndTexts[i + 1]);
    }
    return Map.of("hints", hints, "error_classes", Map.of("lost", List.of("not there")));
  }

  @Test
  void a_finding_is_told_with_its_evidence_in_words() {
    Map<String, Object> told = told(Map.of(), 2, fails("it is\n not there"), fails("not there"));
    assertThat(told)
        .containsEntry("pattern", "loop")
        .containsEntry("count", 2L)
        .containsEntry("evidence", List.of(1L, 2L))
        .containsEntry("tool", "edit")
        .containsEntry("file", "a.go")
        .containsEntry("what", "n: 1")
        .containsEntry("result", "not there")
        .containsEntry("first", 1L)
        .containsEntry("last", 2L)
        .containsEntry("lines", "1, 2")
        .doesNotContainKeys("hint", "recipe", "advice");
  }

  @Test
  void a_hint_is_a_text_of_the_pattern_with_words_put_in() {
    assertThat(
            told(
                hints("loop", "{count} times {tool} on {file}: {result} {unknown} {"),
                3,
                fails("x {count}")))
        .containsEntry("hint", "3 times edit on a.go: x {count} {unknown} {");
  }

  @Test
  void the_class_of_an_error_is_told_in_words() {
    assertThat(told(hints("loop", "({error_class})"), 3, fails("x")))
        .containsEntry("error_class", "other")
        .containsEntry("hint", "(of no known kind)");
    assertThat(told(hints("loop", "({error_class})"), 3, fails("KeyError: x")))
        .containsEntry("hint", "(KeyError)");
  }

  @Test
  void the_more_special_key_wins() {
    Map<String, ?> all =
        hints("otherwise", "o", "loop", "p", "lost", "c", "EXEC_WRITE", "e", "loop lost", "pc");
    assertThat(told(all, 1, fails("not there"))).containsEntry("hint", "pc");
    assertThat(told(hints("otherwise", "o", "loop", "p", "lost", "c"), 1, fails("not there")))
        .containsEntry("hint", "c");
    assertThat(told(hints("otherwise", "o", "loop", "p"), 1, fails("not there")))
        .containsEntry("hint", "p");
    assertThat(told(hints("otherwise", "o"), 1, fails("not there"))).containsEntry("hint", "o");
  }

  @Test
  void other_words_are_taken_each_time_it_is_raised() {
    Map<String, Object> settings = new LinkedHashMap<>(hints("loop", List.of("a", "b")));
    settings.put("renotify", 2);
    assertThat(told(settings, 4, fails("x"))).containsEntry("hint", "a");
    assertThat(told(settings, 6, fails("x"))).containsEntry("hint", "b");
    assertThat(told(settings, -2, fails("x"))).containsEntry("hint", "b");
  }

  @Test
  void a_recipe_has_a_name_and_a_text() {
    Map<String, ?> recipes =
        Map.of("recipes", Map.of("loop", Map.of("name", "show", "text", "look at {file}")));
    assertThat(told(recipes, 1, fails("x")))
        .containsEntry("recipe", "show")
        .containsEntry("advice", "look at a.go");
  }

  @Test
  void long_texts_are_cut() {
    assertThat((String) told(Map.of(), 1, fails("x".repeat(5_000))).get("result"))
        .isEqualTo("x".repeat(200) + "…");
  }

  @Test
  void a_call_that_is_only_described_has_the_key_that_its_record_will_have() {
    RecordTracker tracking = tracker(Map.of());
    ProgressRecord record =
        call("search", "args", Map.of("b", 1.0, "a", " x  y "), "output", "none");
    String key =
        count(tracking, TrackedProgress.EMPTY, record, 0).observation().progress().action();
    assertThat(tracking.actionKey(Map.of("tool", "search", "args", Map.of("a", "x y", "b", 1L))))
        .isEqualTo(key);
    assertThat(tracking.actionKey(Map.of("tool", "search", "args", Map.of("a", "z"))))
        .isNotEqualTo(key);
    assertThat(tracking.actionKey(Map.of("text", "hello"))).isEmpty();
    assertThat(tracking.actionKey(Map.of("tool", "t", "success", "maybe"))).isEmpty();
  }

  @Test
  void an_instance_is_held_out_by_its_id_alone() {
    RecordTracker half = tracker(Map.of("hold_out", 50));
    long held = 0;
    for (int i = 0; i < 1_000; i++) {
      held += half.isHeldOut("agent-" + i) ? 1 : 0;
    }
    assertThat(held).isBetween(400L, 600L);
    assertThat(tracker(Map.of()).isHeldOut("agent-1")).isFalse();
  }
}
