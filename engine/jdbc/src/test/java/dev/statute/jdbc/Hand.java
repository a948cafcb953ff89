package dev.statute.jdbc;

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
 * A process that works on turns until it is killed: each calls a tool or two, waits, and delivers.
 * It says what it is told: {@code claimed TURN}, {@code delivered TURN} if that was acknowledged,
 * {@code lost TURN}. Everything is told to the store twice, as after lost answers. It may stand
 * still amid its first turn, with a write to make, and says so before: {@code stands TURN}.
 */
public final class Hand {
  private static final int BEATS = 10;

  private final Turns turns;
  private boolean stands;

  private Hand(Turns turns, boolean stands) {
    this.turns = turns;
    this.stands = stands;
  }

  /** Arguments: name of the worker, whether it stands still, and the {@link Place} of the store. */
  public static void main(String[] args) {
    JdbcStore store = Place.of(args, 2).open();
    Hand hand = new Hand(Agents.turns(store), Boolean.parseBoolean(args[1]));
    Child.say("ready");
    while (true) {
      try {
        hand.turns.claim(args[0], 2).toCompletableFuture().join().forEach(hand::work);
        hand.turns.tick(10).toCompletableFuture().join();
      } catch (CompletionException | StoreException e) {
        Child.say("away " + e);
      }
      Child.pause();
    }
  }

  private void work(ClaimedTurn turn) {
    Lease lease = turn.lease();
    Child.say("claimed " + lease.turn());
    for (int n = 0; n < BEATS; n++) {
      if (!isAccepted(lease, Agents.told(() -> turns.heartbeat(lease)))) {
        return;
      }
    }
    if (stands) {
      stands = false;
      Child.say("stands " + lease.turn());
      Child.stand(Agents.LEASE);
    }
    if (turn.calls().isEmpty()) {
      List<ToolCall> calls = calls(lease.turn());
      if (isAccepted(lease, Agents.told(() -> turns.suspend(lease, "step", calls)))) {
        Agents.told(() -> turns.suspend(lease, "step", calls));
      }
    } else if (isAccepted(lease, Agents.told(() -> turns.deliver(lease, Map.of("by", "hand"))))) {
      Child.say("delivered " + lease.turn());
      Agents.told(() -> turns.deliver(lease, Map.of("by", "hand")));
    }
  }

  private static List<ToolCall> calls(String turn) {
    ToolCall one = new ToolCall("one-" + turn, "tool", Map.of());
    ToolCall two = new ToolCall("two-" + turn, "tool", Map.of());
    return turn.hashCode() % 2 == 0 ? List.of(one) : List.of(one, two);
  }

  private static boolean isAccepted(Lease lease, Ack ack) {
    if (!ack.isAccepted()) {
      Child.say((ack.kind() == Ack.Kind.LOST ? "lost " : "refused ") + lease.turn());
    }
    return ack.isAccepted();
  }
}
