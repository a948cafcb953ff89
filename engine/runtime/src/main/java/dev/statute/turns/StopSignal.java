package dev.statute.turns;

import dev.statute.runtime.Call.Stop;
import java.util.concurrent.CompletableFuture;

/** Work under way: asked to stop at most once, over at most once. */
final class StopSignal implements Stop {
  private final CompletableFuture<Boolean> asked = new CompletableFuture<>();
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  void ask() {
    asked.complete(true);
  }

  @Override
  public boolean isAsked() {
    return asked.isDone();
  }

  @Override
  public void onAsked(Runnable then) {
    var unused = asked.thenRun(then);
  }

  void end() {
    over.complete(true);
  }

  CompletableFuture<Boolean> over() {
    return over;
  }
}
