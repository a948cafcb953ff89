package dev.statute.turns.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.TurnTestWorld;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.internal.MemoryPruning;
import dev.statute.turns.store.internal.MemoryTables;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MemoryTurnStoreTest extends TurnStoreContract {
  @Override
  protected TurnStore open() {
    return new MemoryTurnStore();
  }

  @Test
  void what_was_dropped_takes_no_room() {
    AtomicReference<MemoryTables> tables = new AtomicReference<>();
    TurnTestWorld world =
        new TurnTestWorld(
            new MemoryTurnStore(
                (all, before) -> {
                  tables.set(all);
                  return new MemoryPruning(all, before);
                }));
    world.report(world.suspended("c"), "c", ToolStatus.SUCCESS);
    world.deliver(world.claim("w").lease());
    world.turns.relay(100, event -> {});
    assertThat(world.store.prune(TurnTestWorld.START.plus(Duration.ofDays(1))).turns())
        .isEqualTo(1);
    MemoryTables left = Objects.requireNonNull(tables.get());
    assertThat(left.agent("a").byTurn).isEmpty();
    assertThat(left.callsOf).isEmpty();
    assertThat(left.edges).isEmpty();
    assertThat(left.cardsIn.keySet())
        .as("what the next turn goes on in")
        .containsExactly(Objects.requireNonNull(world.head().boxes()).output());
  }
}
