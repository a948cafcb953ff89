package dev.statute.chart.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.Charts;
import dev.statute.policy.Vocabulary;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChartVocabularyTest {
  @Test
  void an_open_chart_knows_its_states_and_what_it_listens_to() {
    Vocabulary words =
        ChartVocabulary.of(
            Charts.chart(
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
                Set.of("start", "tool.*"),
                Set.of("key", "patience"),
                Set.of("name"),
                Set.of("limit")));
  }

  @Test
  void a_chart_that_declares_its_events_knows_no_others() {
    Vocabulary words =
        ChartVocabulary.of(
            Charts.chart("agent", c -> c.event("start").state("idle", s -> s.on("*", "idle"))));
    assertThat(words.events()).containsExactly("start");
  }

  @Test
  void charts_that_share_a_pack_share_their_words() {
    Vocabulary one = ChartVocabulary.of(Charts.chart("one", c -> c.state("a")));
    Vocabulary two = ChartVocabulary.of(Charts.chart("two", c -> c.state("b")));
    assertThat(one.and(two).states()).containsExactly("a", "one", "b", "two");
    assertThat(Vocabulary.NONE.and(two)).isEqualTo(two);
  }
}
