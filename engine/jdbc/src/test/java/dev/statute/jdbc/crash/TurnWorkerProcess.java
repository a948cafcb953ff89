package dev.statute.jdbc.crash;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.StoreAddress;
import dev.statute.jdbc.fixture.TestTurns;
import dev.statute.store.StoreException;
import dev.statute.turns.Ack;
import dev.statute.turns.ClaimedTurn;
import dev.statute.turns.Lease;
import dev.statute.turns.ToolCall;
import dev.statute.turns.Turns;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;

/**
 * Process that works on turns until it is killed: each calls a tool or two, waits, and delivers. It
 * prints the answers: {@code claimed TURN}, {@code delivered TURN} if acknowledged, {@code lost
 * TURN}. Everything is sent to the store twice, as after lost answers. It may stop in the middle of
 * its first turn, with a pending write, and prints before: {@code stands TURN}.
 */
public final class TurnWorkerProcess {
  private static final int HEARTBEATS = 10;

  private final Turns turns;
  private boolean suspends;

  private TurnWorkerProcess(Turns turns, boolean stands) {
    this.turns = turns;
    this.suspends = stands;
  }

  /** Arguments: name of the worker, whether it stops, and the {@link StoreAddress} of the store. */
  public static void main(String[] args) {
    JdbcStore store = StoreAddress.parse(args, 2).open();
    TurnWorkerProcess hand =
        new TurnWorkerProcess(TestTurns.turns(store), Boolean.parseBoolean(args[1]));
    ChildProcess.print("ready");
    while (true) {
      try {
        hand.turns.claim(args[0], 2).toCompletableFuture().join().forEach(hand::work);
        hand.turns.tick(10).toCompletableFuture().join();
      } catch (CompletionException | StoreException e) {
        ChildProcess.print("away " + e);
      }
      ChildProcess.pause();
    }
  }

  private void work(ClaimedTurn turn) {
    Lease lease = turn.lease();
    ChildProcess.print("claimed " + lease.turn());
    for (int n = 0; n < HEARTBEATS; n++) {
      if (!isAccepted(lease, TestTurns.await(() -> turns.heartbeat(lease)))) {
        return;
      }
    }
    if (suspends) {
      suspends = false;
      ChildProcess.print("stands " + lease.turn());
      ChildProcess.suspend(TestTurns.LEASE);
    }
    if (turn.calls().isEmpty()) {
      List<ToolCall> calls = calls(lease.turn());
      if (isAccepted(lease, TestTurns.await(() -> turns.suspend(lease, "step", calls)))) {
        TestTurns.await(() -> turns.suspend(lease, "step", calls));
      }
    } else if (isAccepted(
        lease, TestTurns.await(() -> turns.deliver(lease, Map.of("by", "hand"))))) {
      ChildProcess.print("delivered " + lease.turn());
      TestTurns.await(() -> turns.deliver(lease, Map.of("by", "hand")));
    }
  }

  private static List<ToolCall> calls(String turn) {
    ToolCall one = new ToolCall("one-" + turn, "tool", Map.of());
    ToolCall two = new ToolCall("two-" + turn, "tool", Map.of());
    return turn.hashCode() % 2 == 0 ? List.of(one) : List.of(one, two);
  }

  private static boolean isAccepted(Lease lease, Ack ack) {
    if (!ack.isAccepted()) {
      ChildProcess.print((ack.kind() == Ack.Kind.LOST ? "lost " : "refused ") + lease.turn());
    }
    return ack.isAccepted();
  }
}
