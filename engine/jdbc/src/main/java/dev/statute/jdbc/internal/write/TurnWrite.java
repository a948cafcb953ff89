package dev.statute.jdbc.internal.write;

import dev.statute.turns.store.TurnStore.ReadHints;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.util.function.Function;

/** A transaction of an agent. */
public final class TurnWrite<T> extends StoreWrite<T> {
  /** How often it may find that somebody was faster, before it is given up. */
  private static final int MAX_CONFLICTS = 10;

  public final String agent;
  public final ReadHints readHints;
  public final Function<TurnTransaction, T> work;
  private int conflict;
  private long postponedSince;

  public TurnWrite(String agent, ReadHints ahead, Function<TurnTransaction, T> work) {
    this.agent = agent;
    this.readHints = ahead;
    this.work = work;
  }

  @Override
  public String description() {
    return "a transaction of agent '" + agent + "'";
  }

  /** Something was not as it was found, or was assumed: it must be run again. */
  public void conflict() {
    conflict++;
  }

  /** Whether nothing may be assumed any more: it looks before it adds, and locks what it reads. */
  public boolean isStrict() {
    return conflict > 0;
  }

  public boolean isExhausted() {
    return conflict > MAX_CONFLICTS;
  }

  /**
   * Somebody else has locked the agent's row: it may be tried again later.
   *
   * @return false if it was tried for too long
   */
  public boolean postpone(Duration patience) {
    long now = System.nanoTime();
    postponedSince = postponedSince == 0 ? now | 1 : postponedSince;
    return now - postponedSince < patience.toNanos();
  }
}
