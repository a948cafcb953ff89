package dev.statute.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChartIndexTest {
  private final ChartIndex index =
      ChartIndex.of(
          ChartBuilder.chart(
              "c",
              c ->
                  c.state(
                          "review",
                          s -> s.state("vote", v -> v.state("open").state("shut")).state("sum"))
                      .state("done", s -> s.last())));

  @Test
  void states_are_numbered_in_document_order_from_the_root() {
    assertThat(index.states())
        .extracting(s -> s.id().value())
        .containsExactly("c", "review", "vote", "open", "shut", "sum", "done");
    assertThat(index.ids()).containsExactly("review", "vote", "open", "shut", "sum", "done");
    assertThat(index.number("c")).isEqualTo(-1);
  }

  @Test
  void descendants_lie_between_a_state_and_its_end() {
    assertThat(index.subtreeEnd(index.number("vote"))).isEqualTo(index.number("sum"));
    assertThat(index.isDescendant(index.number("open"), index.number("review"))).isTrue();
    assertThat(index.isDescendant(index.number("review"), index.number("review"))).isFalse();
    assertThat(index.children(0)).containsExactly(index.number("review"), index.number("done"));
  }

  @Test
  void a_target_is_an_id_or_the_end_of_a_path() {
    int open = index.number("open");
    assertThat(index.resolve("open")).isEqualTo(open);
    assertThat(index.resolve("vote.open")).isEqualTo(open);
    assertThat(index.resolve("review.vote.open")).isEqualTo(open);
    assertThat(index.resolve("review.open")).isEqualTo(-1);
    assertThat(index.resolve("done.open")).isEqualTo(-1);
  }

  @Test
  void the_common_ancestor_of_two_states_may_be_one_of_them() {
    int vote = index.number("vote");
    assertThat(index.commonAncestor(index.number("open"), index.number("shut"))).isEqualTo(vote);
    assertThat(index.commonAncestor(vote, index.number("shut"))).isEqualTo(vote);
    assertThat(index.commonAncestor(index.number("open"), index.number("done"))).isZero();
  }
}
