package dev.statute.runtime;

import dev.statute.step.Chart;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.InstanceStore;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Access of one process to the store: it fails before and after calls, and may be slow. */
final class FaultyInstanceStore extends ForwardingInstanceStore {
  /** Maximum number of claims per task. */
  private static final int MAX_CLAIMS = 1_000;

  private final Random random;
  private final EngineSimulation.Tally tally;
  private final BooleanSupplier reliable;
  private final Executor delayed;
  private boolean isDead;
  private int claims;

  FaultyInstanceStore(
      InstanceStore behind,
      Random random,
      EngineSimulation.Tally tally,
      BooleanSupplier calm,
      Executor later) {
    super(behind);
    this.random = random;
    this.tally = tally;
    this.reliable = calm;
    this.delayed = later;
  }

  /** Kills the process: no further call reaches the store. */
  void kill() {
    isDead = true;
  }

  /** Starts a task of the process. */
  void startOperation() {
    claims = 0;
  }

  private static StoreException failure() {
    return new StoreException("unreachable", "the store does not answer", null);
  }

  private void mayFail() {
    if (isDead || (!reliable.getAsBoolean() && random.nextInt(20) == 0)) {
      throw failure();
    }
  }

  private <T> CompletionStage<T> write(Supplier<CompletionStage<T>> write) {
    if (isDead) {
      return CompletableFuture.failedFuture(failure());
    }
    if (reliable.getAsBoolean()) {
      return write.get();
    }
    int fault = random.nextInt(20);
    if (fault == 0) {
      tally.failedBefore++;
      return CompletableFuture.failedFuture(failure());
    }
    if (fault == 1) {
      tally.failedAfter++;
      write.get();
      return CompletableFuture.failedFuture(failure());
    }
    if (fault < 12) {
      return write.get();
    }
    CompletableFuture<T> stage = new CompletableFuture<>();
    boolean early = random.nextBoolean();
    CompletionStage<T> done = early ? write.get() : null;
    delayed.execute(
        () -> {
          CompletionStage<T> written = done == null ? write(write) : done;
          written.whenComplete(
              (value, error) -> {
                if (error == null) {
                  stage.complete(value);
                } else {
                  stage.completeExceptionally(error);
                }
              });
        });
    return stage;
  }

  @Override
  public CompletionStage<Committed> commit(Commit commit) {
    return write(
        () ->
            super.commit(commit)
                .thenApply(
                    result -> {
                      tally.lost += result == Committed.LOST ? 1 : 0;
                      return result;
                    }));
  }

  @Override
  public CompletionStage<Accepted> accept(Entry entry) {
    return write(() -> super.accept(entry));
  }

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    mayFail();
    return super.load(id, charts);
  }

  @Override
  public Claim claim(
      String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
    mayFail();
    if (++claims > MAX_CLAIMS) {
      throw new AssertionError("it claims '" + id + "' for ever");
    }
    Claim claim = super.claim(id, worker, now, charts);
    mayFail();
    return claim;
  }

  @Override
  public List<Entry> readInbox(String id, int atMost) {
    mayFail();
    return super.readInbox(id, atMost);
  }

  @Override
  public @Nullable Handled handled(String instance, String event) {
    mayFail();
    return super.handled(instance, event);
  }

  @Override
  public void settle(String id, Set<String> keys) {
    mayFail();
    super.settle(id, keys);
  }

  @Override
  public void release(String id, Worker worker) {
    mayFail();
    super.release(id, worker);
  }

  @Override
  public boolean renew(Worker worker, Instant now, Instant until) {
    mayFail();
    return super.renew(worker, now, until);
  }

  @Override
  public List<String> due(Instant now, Instant until, Worker worker, String after, int atMost) {
    mayFail();
    return super.due(now, until, worker, after, atMost);
  }
}
