package dev.statute.turns;

import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/** A store on a bad day: every transaction may be the one at which something goes wrong. */
final class FaultyTurnStore extends ForwardingTurnStore {
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

  private final ReplayableRowIds ids;
  private final IntUnaryOperator faultSource;
  private final Runnable meanwhile;
  private final long[] occurred = new long[Fault.values().length];
  private boolean stopFaults;
  private int depth;

  /**
   * @param dice number of a transaction from 1 → ordinal of its fault
   * @param meanwhile what somebody else does while a transaction has read and not written
   */
  FaultyTurnStore(TurnStore real, ReplayableRowIds ids, IntUnaryOperator dice, Runnable meanwhile) {
    super(real);
    this.ids = ids;
    this.faultSource = dice;
    this.meanwhile = meanwhile;
  }

  private int number;

  /** Nothing goes wrong any more. */
  void stopFaults() {
    stopFaults = true;
  }

  /** How many transactions there were. */
  int transactions() {
    return number;
  }

  long occurred(Fault fault) {
    return occurred[fault.ordinal()];
  }

  @Override
  public <T> CompletionStage<T> transact(String agent, Function<TurnTransaction, T> work) {
    number++;
    Fault fault = stopFaults ? Fault.NONE : Fault.values()[faultSource.applyAsInt(number)];
    if (depth > 0 && fault == Fault.STALE_READS) {
      fault = Fault.NONE;
    }
    occurred[fault.ordinal()]++;
    switch (fault) {
      case DIES_BEFORE:
        return crash(agent, work, new SimulatedCrash(true));
      case ERROR:
        return crash(agent, work, new SimulatedCrash(false));
      case DIES_AFTER:
        return after(super.transact(agent, work), new SimulatedCrash(true));
      case LOST_ANSWER:
        return after(super.transact(agent, work), new SimulatedCrash(false));
      case STALE_READS:
        return runOnStaleReads(agent, work);
      case RUN_TWICE:
        crash(agent, work, new SimulatedCrash(false));
        return super.transact(agent, work);
      case NONE:
      default:
        return super.transact(agent, work);
    }
  }

  /** Runs it, and takes everything back. */
  private <T> CompletionStage<T> crash(
      String agent, Function<TurnTransaction, T> work, SimulatedCrash crash) {
    return super.transact(
        agent,
        tx -> {
          work.apply(tx);
          throw crash;
        });
  }

  private static <T> CompletionStage<T> after(CompletionStage<T> done, SimulatedCrash crash) {
    return done.thenCompose(value -> CompletableFuture.failedStage(crash));
  }

  private <T> CompletionStage<T> runOnStaleReads(String agent, Function<TurnTransaction, T> work) {
    StaleReadTransactions reads = new StaleReadTransactions();
    ids.record();
    boolean[] ran = {false};
    CompletionStage<T> first =
        super.transact(
            agent,
            tx -> {
              work.apply(reads.recording(tx));
              ran[0] = true;
              throw new SimulatedCrash(false);
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
      return super.transact(agent, tx -> work.apply(reads.replaying(tx)));
    } finally {
      ids.replay(List.of());
    }
  }
}
