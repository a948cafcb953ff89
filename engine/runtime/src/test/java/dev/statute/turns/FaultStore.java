package dev.statute.turns;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntUnaryOperator;

/** A store on a bad day: every transaction may be the one at which something goes wrong. */
final class FaultStore extends ForwardingTurnStore {
  /** What can go wrong, in the order of the simulation's dice. */
  enum Fault {
    NONE,
    DIES_BEFORE,
    DIES_AFTER,
    ERROR,
    LOST_ANSWER,
    STALE_READS,
    RUN_TWICE
  }

  private final SimIds ids;
  private final IntUnaryOperator dice;
  private final Runnable meanwhile;
  private final long[] happened = new long[Fault.values().length];
  private boolean calm;
  private int depth;

  /**
   * @param dice number of a transaction from 1 → ordinal of its fault
   * @param meanwhile what somebody else does while a transaction has read and not written
   */
  FaultStore(TurnStore real, SimIds ids, IntUnaryOperator dice, Runnable meanwhile) {
    super(real);
    this.ids = ids;
    this.dice = dice;
    this.meanwhile = meanwhile;
  }

  private int number;

  /** Nothing goes wrong any more. */
  void calm() {
    calm = true;
  }

  /** How many transactions there were. */
  int transactions() {
    return number;
  }

  long happened(Fault fault) {
    return happened[fault.ordinal()];
  }

  @Override
  public <T> CompletionStage<T> transact(String agent, TurnWork<T> work) {
    number++;
    Fault fault = calm ? Fault.NONE : Fault.values()[dice.applyAsInt(number)];
    if (depth > 0 && fault == Fault.STALE_READS) {
      fault = Fault.NONE;
    }
    happened[fault.ordinal()]++;
    switch (fault) {
      case DIES_BEFORE:
        return thrown(agent, work, new Crash(true));
      case ERROR:
        return thrown(agent, work, new Crash(false));
      case DIES_AFTER:
        return after(super.transact(agent, work), new Crash(true));
      case LOST_ANSWER:
        return after(super.transact(agent, work), new Crash(false));
      case STALE_READS:
        return stale(agent, work);
      case RUN_TWICE:
        thrown(agent, work, new Crash(false));
        return super.transact(agent, work);
      case NONE:
      default:
        return super.transact(agent, work);
    }
  }

  /** Runs it, and takes everything back. */
  private <T> CompletionStage<T> thrown(String agent, TurnWork<T> work, Crash crash) {
    return super.transact(
        agent,
        tx -> {
          work.run(tx);
          throw crash;
        });
  }

  private static <T> CompletionStage<T> after(CompletionStage<T> done, Crash crash) {
    return done.thenCompose(value -> CompletableFuture.failedStage(crash));
  }

  private <T> CompletionStage<T> stale(String agent, TurnWork<T> work) {
    StaleReads reads = new StaleReads();
    ids.record();
    boolean[] ran = {false};
    CompletionStage<T> first =
        super.transact(
            agent,
            tx -> {
              work.run(reads.recording(tx));
              ran[0] = true;
              throw new Crash(false);
            });
    List<Long> numbers = ids.recorded();
    if (!ran[0]) {
      return first;
    }
    depth++;
    try {
      meanwhile.run();
    } finally {
      depth--;
    }
    ids.replay(numbers);
    try {
      return super.transact(agent, tx -> work.run(reads.replaying(tx)));
    } finally {
      ids.replay(List.of());
    }
  }
}
