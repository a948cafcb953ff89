package dev.statute.jdbc.internal.write;

import dev.statute.turns.store.TurnStore.ReadHints;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.util.function.Function;

/** Write of an agent's transaction. */
public final class TurnWrite<T> extends StoreWrite<T> {
  /** Maximum number of conflicts before the write fails. */
  private static final int MAX_CONFLICTS = 10;

  public final String agent;
  public final ReadHints readHints;
  public final Function<TurnTransaction, T> work;
  private int conflict;
  private long postponedSince;

  public TurnWrite(String agent, ReadHints hints, Function<TurnTransaction, T> work) {
    this.agent = agent;
    this.readHints = hints;
    this.work = work;
  }

  @Override
  public String description() {
    return "a transaction of agent '" + agent + "'";
  }

  /** Records a conflict or a failed assumption: the write must run again. */
  public void conflict() {
    conflict++;
  }

  /** Tests for the strict mode: it reads before it adds, and locks the rows that it reads. */
  public boolean isStrict() {
    return conflict > 0;
  }

  public boolean isExhausted() {
    return conflict > MAX_CONFLICTS;
  }

  /**
   * Postpones the write because another process has locked the agent's row.
   *
   * @return false if it was postponed for too long
   */
  public boolean postpone(Duration patience) {
    long now = System.nanoTime();
    postponedSince = postponedSince == 0 ? now | 1 : postponedSince;
    return now - postponedSince < patience.toNanos();
  }
}
