package dev.statute.chart.internal.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ActionFixtures;
import dev.statute.chart.ChartBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChartHashTest {
  private static String hash(UnaryOperator<ChartBuilder> content) {
    return ChartHash.of(ChartBuilder.chart("c", content));
  }

  @Test
  void a_hash_is_sha256_and_the_same_in_every_version() {
    assertThat(hash(c -> c.state("a", s -> s.on("e", "b")).state("b", s -> s.last())))
        .isEqualTo("sha256:68ba24b2d6864e3f887cea8d9b54baf1177f7e7e643db7c6533531411960f95a");
  }

  @Test
  void both_forms_of_a_chart_have_one_hash() {
    assertThat(
            hash(
                c ->
                    c.state("a")
                        .state("b")
                        .row("a, b", "e", "b")
                        .row("any", "stop", "a")
                        .move("a", "b")))
        .isEqualTo(
            hash(
                c ->
                    c.state("a", s -> s.on("e", "b").moves("b"))
                        .on("stop", "a")
                        .state("b", s -> s.on("e", "b"))));
  }

  @Test
  void the_order_of_states_counts_and_the_order_of_settings_does_not() {
    assertThat(hash(c -> c.state("a").state("b"))).isNotEqualTo(hash(c -> c.state("b").state("a")));
    assertThat(hash(c -> c.setting("x", 1L).setting("y", 2L)))
        .isEqualTo(hash(c -> c.setting("y", 2L).setting("x", 1L)));
  }

  @Test
  void a_closed_chart_differs_from_an_open_one_and_an_expression_from_a_text() {
    assertThat(hash(c -> c.event("E"))).isNotEqualTo(hash(c -> c));
    assertThat(hash(c -> c.data("x", 1L))).isNotEqualTo(hash(c -> c.data("x", "1")));
    assertThat(hash(c -> c.state("a", s -> s.entry(ActionFixtures.fail("x")))))
        .isNotEqualTo(hash(c -> c.state("a", s -> s.entry(ActionFixtures.fail("y")))));
  }

  @Test
  void initial_values_that_are_false_or_empty_differ_from_each_other() {
    List<@Nullable Object> values = new ArrayList<>(List.of(false, List.of(), Map.of(), "", 0L));
    values.add(null);
    assertThat(values.stream().map(value -> hash(c -> c.data("x", value)))).doesNotHaveDuplicates();
    assertThat(hash(c -> c.data("x", null).data("y", 1L)))
        .isEqualTo("sha256:89df474887e8f2316841a9a5083e3ddfd3e57f8806cfb23023d41ad6240b0b0e");
  }

  @Test
  void a_target_is_hashed_by_its_state() {
    assertThat(hash(c -> c.state("a", s -> s.on("e", "b").state("b"))))
        .isEqualTo(hash(c -> c.state("a", s -> s.on("e", "a.b").state("b"))));
  }

  @Test
  void a_revision_changes_with_chart_rules_and_settings_but_not_with_their_order() {
    Map<String, String> sources = new LinkedHashMap<>();
    sources.put("a.drl", "rule a");
    sources.put("b.drl", "rule b");
    Map<String, String> turned = new LinkedHashMap<>();
    turned.put("b.drl", "rule b");
    turned.put("a.drl", "rule a");
    Map<String, Object> settings = Map.of("wait", Duration.ofSeconds(1));
    String revision = ChartHash.revision("sha256:1", sources, settings);
    assertThat(ChartHash.revision("sha256:1", turned, settings)).isEqualTo(revision);
    assertThat(ChartHash.revision("sha256:2", sources, settings)).isNotEqualTo(revision);
    assertThat(ChartHash.revision("sha256:1", Map.of(), settings)).isNotEqualTo(revision);
    assertThat(ChartHash.revision("sha256:1", sources, Map.of())).isNotEqualTo(revision);
  }

  @Test
  void canonical_json_has_sorted_keys_and_the_shortest_escapes() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("b", List.of(1L, 2.5, true));
    map.put("a", "é\"\n\u0001");
    assertThat(CanonicalJson.json(map)).isEqualTo("{\"a\":\"é\\\"\\n\\u0001\",\"b\":[1,2.5,true]}");
  }
}
