package dev.statute.turns;

import dev.statute.runtime.Call.Stop;
import java.util.concurrent.CompletableFuture;

/** Work that can be stopped: at most one stop request, at most one end. */
final class StopSignal implements Stop {
  private final CompletableFuture<Boolean> requested = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  void request() {
    requested.complete(true);
  }

  @Override
  public boolean isRequested() {
    return requested.isDone();
  }

  @Override
  public void onRequested(Runnable then) {
    var unused = requested.thenRun(then);
  }

  void markEnded() {
    ended.complete(true);
  }

  CompletableFuture<Boolean> ended() {
    return ended;
  }
}
