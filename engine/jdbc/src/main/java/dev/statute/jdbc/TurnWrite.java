package dev.statute.jdbc;

import dev.statute.turns.TurnStore.ReadHints;
import dev.statute.turns.TurnWork;
import java.time.Duration;

/** A transaction of an agent. */
final class TurnWrite<T> extends StoreWrite<T> {
  /** How often it may find that somebody was faster, before it is given up. */
  private static final int TRIES = 10;

  final String agent;
  final ReadHints ahead;
  final TurnWork<T> work;
  private int overtaken;
  private long putOffSince;

  TurnWrite(String agent, ReadHints ahead, TurnWork<T> work) {
    this.agent = agent;
    this.ahead = ahead;
    this.work = work;
  }

  @Override
  String doing() {
    return "a transaction of agent '" + agent + "'";
  }

  /** Something was not as it was found, or was assumed: it must be run again. */
  void overtaken() {
    overtaken++;
  }

  /** Whether nothing may be assumed any more: it looks before it adds, and locks what it reads. */
  boolean isCareful() {
    return overtaken > 0;
  }

  boolean isGivenUp() {
    return overtaken > TRIES;
  }

  /**
   * Somebody else has locked the agent's row: it may be tried again later.
   *
   * @return false if it was tried for too long
   */
  boolean putOff(Duration patience) {
    long now = System.nanoTime();
    putOffSince = putOffSince == 0 ? now | 1 : putOffSince;
    return now - putOffSince < patience.toNanos();
  }
}
