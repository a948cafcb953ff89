package dev.statute.turns;

import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/** Store with a fault at any transaction. */
final class FaultyTurnStore extends ForwardingTurnStore {
  /** Kinds of faults, in the order of the simulation's choices. */
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
  private final Runnable interference;
  private final long[] occurred = new long[Fault.values().length];
  private boolean stopFaults;
  private int depth;

  /**
   * Creates a store.
   *
   * @param dice number of a transaction from 1 → ordinal of its fault
   * @param interference concurrent change between the reads and writes of a transaction
   */
  FaultyTurnStore(
      TurnStore real, ReplayableRowIds ids, IntUnaryOperator dice, Runnable interference) {
    super(real);
    this.ids = ids;
    this.faultSource = dice;
    this.interference = interference;
  }

  private int number;

  /** Ends the faults. */
  void stopFaults() {
    stopFaults = true;
  }

  /** Returns the number of transactions. */
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

  /** Runs the work, and undoes it. */
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
      interference.run();
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
