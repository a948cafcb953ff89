package dev.statute.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Vocabulary;
import dev.statute.policy.spi.Vocabulary.ListedTransition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChartVocabularyTest {
  @Test
  void an_open_chart_has_its_states_and_matched_events() {
    Vocabulary words =
        ChartVocabulary.of(
            ChartBuilder.chart(
                "agent",
                c ->
                    c.state(
                            "idle",
                            s ->
                                s.on("start", t -> t.to("busy").guard("key"))
                                    .after("10s", t -> t.to("busy").guard("patience")))
                        .state("busy", s -> s.state("deep").moves("idle"))
                        .row("any", "tool.*", "idle")
                        .field("name", true, null)
                        .setting("limit", 3L)));
    assertThat(words)
        .isEqualTo(
            new Vocabulary(
                Set.of("agent"),
                Set.of("idle", "busy", "deep", "agent"),
                Set.of("start", "tool.*", "idle.after.10s"),
                Set.of("key", "patience"),
                Set.of("name"),
                Set.of("limit"),
                List.of(
                    way("agent", Set.of("idle", "deep"), Set.of("idle"), Set.of("tool.*"), ""),
                    way("idle", Set.of("idle"), Set.of("busy"), Set.of("start"), "key"),
                    new ListedTransition(
                        "agent",
                        "idle",
                        Set.of("idle"),
                        Set.of("busy"),
                        Set.of("idle.after.10s"),
                        Set.of("timer"),
                        "patience"),
                    new ListedTransition(
                        "agent",
                        "busy",
                        Set.of("deep"),
                        Set.of("idle"),
                        Set.of(""),
                        Set.of("move"),
                        "")),
                Map.of(Vocabulary.ANY, Map.of(Vocabulary.ANY, Vocabulary.ANY)),
                Map.of(Vocabulary.ANY, Vocabulary.ANY)));
  }

  private static ListedTransition way(
      String source, Set<String> from, @Nullable Set<String> to, Set<String> events, String guard) {
    Set<String> kinds = Set.of("event", "timer", "internal");
    return new ListedTransition("agent", source, from, to, events, kinds, guard);
  }

  @Test
  void the_target_of_a_history_is_unknown() {
    Vocabulary words =
        ChartVocabulary.of(
            ChartBuilder.chart(
                "agent",
                c ->
                    c.state("idle", s -> s.on("back", "was").on("beep"))
                        .state("busy", s -> s.state("deep").state("was", h -> h.history(false)))));
    assertThat(words.transitions())
        .containsExactly(
            way("idle", Set.of("idle"), null, Set.of("back"), ""),
            way("idle", Set.of("idle"), Set.of(), Set.of("beep"), ""));
  }

  @Test
  void declared_names_are_in_the_vocabulary() {
    Vocabulary words =
        ChartVocabulary.of(
            ChartBuilder.chart(
                "agent",
                c ->
                    c.event("Go", "n: int", "why: string?")
                        .event("Any", "n: int", "...")
                        .data("tries", 0L)
                        .data("who", "string", "")
                        .state("idle", s -> s.on("Go"))));
    assertThat(words.payloads())
        .containsExactly(
            Map.entry("Go", Map.of("n", "int", "why", "string?")),
            Map.entry("Any", Map.of("n", "int", Vocabulary.ANY, Vocabulary.ANY)));
    assertThat(words.data())
        .containsExactly(Map.entry("tries", Vocabulary.ANY), Map.entry("who", "string"));
    Vocabulary open =
        ChartVocabulary.of(ChartBuilder.chart("open", c -> c.state("idle", s -> s.on("Go"))));
    assertThat(words.merge(open).payloads().keySet()).contains("Go", "Any", Vocabulary.ANY);
    assertThat(words.merge(open).data()).containsKeys("tries", Vocabulary.ANY);
  }

  @Test
  void raised_and_sent_events_are_in_the_vocabulary() {
    Vocabulary words =
        ChartVocabulary.of(
            ChartBuilder.chart(
                "agent",
                c ->
                    c.event("start")
                        .state(
                            "idle",
                            s -> s.on("start", t -> t.does(ActionFixtures.raise("ready"))))));
    assertThat(words.events()).containsExactly("start", "ready");
  }

  @Test
  void declared_events_exclude_the_wildcard() {
    Vocabulary words =
        ChartVocabulary.of(
            ChartBuilder.chart(
                "agent", c -> c.event("start").state("idle", s -> s.on("*", "idle"))));
    assertThat(words.events()).containsExactly("start");
  }

  @Test
  void charts_of_one_pack_merge_their_vocabularies() {
    Vocabulary one = ChartVocabulary.of(ChartBuilder.chart("one", c -> c.state("a")));
    Vocabulary two = ChartVocabulary.of(ChartBuilder.chart("two", c -> c.state("b")));
    assertThat(one.merge(two).states()).containsExactly("a", "one", "b", "two");
    assertThat(Vocabulary.NONE.merge(two)).isEqualTo(two);
  }
}
