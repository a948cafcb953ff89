package dev.statute.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.TestTurns;
import dev.statute.turns.ClaimedTurn;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnStoreContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresTurnsTest extends TurnStoreContract {
  private static final PostgresSettings SETTINGS = PostgresServer.newSchema();
  private @Nullable JdbcStore opened;

  @Override
  protected TurnStore open() {
    PostgresServer.clear(SETTINGS);
    return again();
  }

  private TurnStore again() {
    JdbcStore store = JdbcStore.postgres(PostgresServer.url(), SETTINGS);
    opened = store;
    return store.turns();
  }

  @Override
  protected TurnStore reopen(TurnStore store) {
    disconnect();
    return again();
  }

  @Test
  void workers_that_claim_at_once_leave_no_turn_waiting() {
    open();
    Turns turns = TestTurns.turns(Objects.requireNonNull(opened));
    for (int i = 0; i < 9; i++) {
      turns.open("a" + i).toCompletableFuture().join();
      turns.enqueue(new TurnRequest("a" + i, "r", Map.of())).toCompletableFuture().join();
    }
    CyclicBarrier together = new CyclicBarrier(4);
    List<CompletableFuture<List<ClaimedTurn>>> claims = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String worker = "w" + i;
      CompletableFuture<List<ClaimedTurn>> claimed = new CompletableFuture<>();
      claims.add(claimed);
      new Thread(
              () -> {
                try {
                  together.await();
                  claimed.complete(turns.claim(worker, 3).toCompletableFuture().join());
                } catch (Exception e) {
                  claimed.completeExceptionally(e);
                }
              })
          .start();
    }
    List<String> agents = new ArrayList<>();
    claims.forEach(each -> each.join().forEach(turn -> agents.add(turn.lease().agent())));
    assertThat(agents).hasSize(9).doesNotHaveDuplicates();
  }

  @AfterEach
  void disconnect() {
    if (opened != null) {
      opened.close();
    }
  }
}
