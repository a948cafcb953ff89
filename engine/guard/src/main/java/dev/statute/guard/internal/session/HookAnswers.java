package dev.statute.guard.internal.session;

import dev.statute.collection.BoundedMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers to the hooks of calls by the id of the call, so that a hook that is registered twice
 * counts once. A proposal after a result is a new call, as some models number the calls of each
 * turn alike; so is a proposal that was repeated {@value #MAX_REPEATS} times. At most {@value #MAX}
 * calls are kept. Thread-safe.
 */
public final class HookAnswers {
  private static final int MAX = 256;
  private static final int MAX_REPEATS = 3;

  private final Map<String, CallAnswers> calls = BoundedMap.ofLatest(MAX);

  /** Answers to the two hooks of a call. */
  private static final class CallAnswers {
    private @Nullable CompletableFuture<@Nullable String> proposal;
    private @Nullable CompletableFuture<@Nullable String> result;
    private int repeats;
  }

  /**
   * Returns the answer to a proposal; one that fails is not kept.
   *
   * @param call id and tool of the call
   */
  public CompletableFuture<@Nullable String> propose(
      String call, Supplier<CompletableFuture<@Nullable String>> judgement) {
    CompletableFuture<@Nullable String> answer = new CompletableFuture<>();
    synchronized (this) {
      CallAnswers known = calls.get(call);
      if (known != null
          && known.proposal != null
          && known.result == null
          && known.repeats++ < MAX_REPEATS) {
        return known.proposal.copy();
      }
      CallAnswers added = new CallAnswers();
      added.proposal = answer;
      calls.remove(call);
      calls.put(call, added);
    }
    return complete(answer, judgement)
        .whenComplete((veto, error) -> forget(error == null ? null : call));
  }

  /** Returns the answer to a result. */
  public CompletableFuture<@Nullable String> report(
      String call, Supplier<CompletableFuture<@Nullable String>> recording) {
    CompletableFuture<@Nullable String> answer = new CompletableFuture<>();
    synchronized (this) {
      CallAnswers known = calls.computeIfAbsent(call, id -> new CallAnswers());
      if (known.result != null) {
        return known.result.copy();
      }
      known.result = answer;
    }
    return complete(answer, recording);
  }

  private static CompletableFuture<@Nullable String> complete(
      CompletableFuture<@Nullable String> answer,
      Supplier<CompletableFuture<@Nullable String>> source) {
    CompletableFuture<@Nullable String> made;
    try {
      made = source.get();
    } catch (RuntimeException e) {
      made = CompletableFuture.failedFuture(e);
    }
    var unused =
        made.whenComplete(
            (value, error) -> {
              if (error == null) {
                answer.complete(value);
              } else {
                answer.completeExceptionally(error);
              }
            });
    return answer;
  }

  private synchronized void forget(@Nullable String call) {
    if (call != null) {
      calls.remove(call);
    }
  }
}
