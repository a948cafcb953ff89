package dev.statute.jdbc.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.IdleHeads;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.RequestMessages;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnStore.ReadHints;
import dev.statute.turns.store.TurnTransaction;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Cached agents on PostgreSQL, with concurrent changes of shared rows, or of rows that are not
 * cached.
 */
class OptimisticGroupTest {
  private static final ReadHints BOX =
      new ReadHints(List.of(), List.of(), List.of(), List.of(), List.of(), true);

  private final PostgresSettings settings = PostgresServer.newSchema();
  private JdbcStore store;
  private JdbcStore other;
  private int runs;

  @BeforeEach
  void open() {
    store = JdbcStore.postgres(PostgresServer.url(), settings);
    other = JdbcStore.postgres(PostgresServer.url(), settings);
    assertThat(did(store, "a", ReadHints.NONE, tx -> tx.add(new Box("box", null, null, 0))))
        .isTrue();
    assertThat(
            did(
                store,
                "a",
                ReadHints.NONE,
                tx -> {
                  tx.add(new Turn("turn", "a", 1, 0, 1, TurnStatus.RUNNING, Instant.EPOCH, null));
                  return tx.create(head(0));
                }))
        .isTrue();
    for (int n = 0; n < 3; n++) {
      seen();
    }
  }

  @AfterEach
  void close() {
    other.close();
    store.close();
  }

  private <T> T run(
      JdbcStore at, String agent, ReadHints ahead, Function<TurnTransaction, T> work) {
    return at.turns()
        .transact(
            agent,
            ahead,
            tx -> {
              runs++;
              return work.apply(tx);
            })
        .toCompletableFuture()
        .join();
  }

  private boolean did(
      JdbcStore at, String agent, ReadHints ahead, Function<TurnTransaction, Boolean> work) {
    return run(at, agent, ahead, work);
  }

  private @Nullable Object said(
      JdbcStore at, String agent, ReadHints ahead, Function<TurnTransaction, ?> work) {
    return run(at, agent, ahead, work);
  }

  private static Head head(long rev) {
    Head idle = IdleHeads.head("a", rev, 0);
    return new Head(
        "a",
        idle.chart(),
        idle.chartHash(),
        HeadStatus.RUNNING,
        idle.chartState(),
        idle.data(),
        0,
        "turn",
        rev,
        0,
        0,
        null,
        null,
        new TurnBoxes(null, 0, "box"),
        Lineage.NONE,
        Instant.EPOCH);
  }

  /** Changes the agent, and reads its box. */
  private List<String> seen() {
    return run(
        store,
        "a",
        BOX,
        tx -> {
          raise(tx);
          return cards(tx);
        });
  }

  private static void raise(TurnTransaction tx) {
    long rev = tx.head() == null ? 0 : tx.head().rev();
    assertThat(tx.update(head(rev + 1), 0, rev)).isTrue();
  }

  private static List<String> cards(TurnTransaction tx) {
    return tx.cards("box", 1, tx.lastCard("box")).stream().map(Card::id).toList();
  }

  private static Card card(String id, long seq) {
    return new Card(id, "box", seq, "note", null, 0, "{}", Instant.EPOCH);
  }

  private int runsOf(Runnable what) {
    int before = runs;
    what.run();
    return runs - before;
  }

  @Test
  void cards_that_another_agent_has_put_into_the_box_are_seen() {
    assertThat(did(store, "a", BOX, tx -> tx.add(card("a1", 1)))).isTrue();
    assertThat(seen()).containsExactly("a1");
    assertThat(did(other, "b", ReadHints.NONE, tx -> tx.add(card("b2", 2)))).isTrue();
    assertThat(runsOf(() -> assertThat(seen()).containsExactly("a1", "b2"))).isEqualTo(2);
    assertThat(did(store, "b", ReadHints.NONE, tx -> tx.add(card("b3", 3)))).isTrue();
    assertThat(seen()).containsExactly("a1", "b2", "b3");
    assertThat(seen()).containsExactly("a1", "b2", "b3");
    assertThat(runsOf(() -> assertThat(seen()).hasSize(3))).as("nobody else any more").isOne();
  }

  @Test
  void a_box_that_another_agent_has_taken_is_not_handed_over_as_if_it_was_free() {
    assertThat(did(other, "b", ReadHints.NONE, tx -> tx.setWriter("box", "b-turn", null))).isTrue();
    assertThat(said(store, "a", BOX, tx -> tx.box("box").writer())).isEqualTo("b-turn");
    assertThat(did(store, "a", BOX, tx -> tx.setWriter("box", null, "b-turn"))).isTrue();
    seen();
    seen();
    assertThat(did(other, "b", ReadHints.NONE, tx -> tx.setWriter("box", "b-turn", null))).isTrue();
    assertThat(did(store, "a", BOX, tx -> tx.setWriter("box", "a-turn", null))).isFalse();
    assertThat(said(other, "b", ReadHints.NONE, tx -> tx.box("box").writer())).isEqualTo("b-turn");
  }

  @Test
  void a_card_number_taken_by_another_transaction_is_refused() {
    run(other, "b", ReadHints.NONE, tx -> tx.add(card("b1", 1)));
    assertThat(did(store, "a", ReadHints.NONE, tx -> tx.add(card("a1", 1)))).isFalse();
    ReadHints mine =
        new ReadHints(List.of(), List.of(), List.of(), List.of("a2"), List.of(), false);
    assertThat(did(store, "a", mine, tx -> tx.add(card("a2", 1)))).isFalse();
    assertThat(did(store, "a", mine, tx -> tx.add(card("a2", 2)))).isTrue();
    assertThat(seen()).containsExactly("b1", "a2");
  }

  @Test
  void cards_that_were_dropped_from_a_box_that_is_not_the_agents_own_are_gone() {
    Instant later = Instant.EPOCH.plusSeconds(60);
    ReadHints far =
        new ReadHints(List.of(), List.of(), List.of(), List.of(), List.of("far"), false);
    assertThat(did(store, "a", far, tx -> tx.add(far("f1", 1, Instant.EPOCH)))).isTrue();
    assertThat(did(store, "a", far, tx -> tx.add(far("f2", 2, later)))).isTrue();
    assertThat(said(store, "a", far, OptimisticGroupTest::far)).isEqualTo(List.of("f1", "f2"));
    assertThat(other.turns().prune(later).cards()).isOne();
    assertThat(said(store, "a", far, OptimisticGroupTest::far)).isEqualTo(List.of("f2"));
  }

  private static List<String> far(TurnTransaction tx) {
    raise(tx);
    return tx.cards("far", 1, tx.lastCard("far")).stream().map(Card::id).toList();
  }

  /** Returns a card of a deleted turn. */
  private static Card far(String id, long seq, Instant at) {
    return new Card(id, "far", seq, "note", "gone", 0, "{}", at);
  }

  @Test
  void rows_of_which_nothing_is_remembered_are_found() {
    run(store, "a", ReadHints.NONE, tx -> tx.add(RequestMessages.of(7, "k7", InboxStatus.SKIPPED)));
    seen();
    ReadHints key = new ReadHints(List.of(), List.of("k7"), List.of(), List.of(), List.of(), false);
    assertThat(did(store, "a", key, tx -> tx.message("k7") != null)).isTrue();
    assertThat(
            said(
                store,
                "a",
                key,
                tx -> tx.add(RequestMessages.of(8, "k7", InboxStatus.SKIPPED)).id()))
        .isEqualTo(7L);
    assertThat(
            did(
                store,
                "a",
                key,
                tx -> {
                  raise(tx);
                  return tx.message("k7") != null;
                }))
        .isTrue();
    run(
        other,
        "b",
        ReadHints.NONE,
        tx -> tx.add(new Card("c", "far", 1, "n", null, 0, "{}", Instant.EPOCH)));
    ReadHints card =
        new ReadHints(List.of(), List.of(), List.of(), List.of("c"), List.of("far"), false);
    assertThat(did(store, "a", card, tx -> tx.card("c") != null)).isTrue();
    assertThat(said(store, "a", card, tx -> tx.lastCard("far"))).isEqualTo(1L);
  }

  @Test
  void a_work_that_throws_or_abandons_writes_nothing_and_is_reported() {
    long rev = run(store, "a", BOX, tx -> tx.head().rev());
    assertThatThrownBy(
            () ->
                run(
                    store,
                    "a",
                    BOX,
                    tx -> {
                      raise(tx);
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("no");
    assertThat(
            said(
                store,
                "a",
                BOX,
                tx -> {
                  raise(tx);
                  tx.abandon();
                  return "abandoned";
                }))
        .isEqualTo("abandoned");
    seen();
    assertThat(said(other, "a", BOX, tx -> tx.head().rev())).isEqualTo(rev + 1);
  }

  @Test
  void who_forgets_that_the_database_may_not_be_asked_is_run_again() {
    run(store, "a", ReadHints.NONE, tx -> tx.add(RequestMessages.of(7, "k7", InboxStatus.SKIPPED)));
    seen();
    Boolean found =
        run(
            store,
            "a",
            BOX,
            tx -> {
              try {
                return tx.message(7L) != null;
              } catch (RuntimeException e) {
                return false; // like an interpreter that fails a step
              }
            });
    assertThat(found).isTrue();
  }
}
