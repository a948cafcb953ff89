package dev.statute.turns.internal.protocol;

import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.turns.Ack;
import dev.statute.turns.ClaimedTurn;
import dev.statute.turns.TurnCodec;
import dev.statute.turns.internal.protocol.TurnAssignment.Claimed;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims of waiting turns, and results of their calls. Thread-safe. */
public final class TurnClaims {
  private static final Logger LOG = LoggerFactory.getLogger(TurnClaims.class);

  private final TurnStore store;
  private final TurnCodec codec;
  private final WorkerProtocol workers;
  private final FairSelection selection = new FairSelection();

  public TurnClaims(TurnStore store, TurnCodec codec, WorkerProtocol workers) {
    this.store = store;
    this.codec = codec;
    this.workers = workers;
  }

  /** Claims the turn of one agent, if it waits. */
  public CompletionStage<List<ClaimedTurn>> claimFor(String agent, String worker) {
    return workers
        .claim(agent, worker)
        .thenApply(
            claimed -> {
              warnUnlessSettled(agent, worker, claimed.ack());
              return claimed.assignments();
            });
  }

  /**
   * Claims turns of at most so many agents. Where another worker was faster, it looks further, so
   * that workers who list the same agents at once do not leave others waiting. A failed claim does
   * not affect the others, because the caller must learn of the successful ones. Fails only if all
   * claims fail.
   */
  public CompletionStage<List<ClaimedTurn>> claimNext(String worker, int atMost) {
    return claimNext(worker, atMost, new ArrayList<>(), new HashSet<>());
  }

  private CompletionStage<List<ClaimedTurn>> claimNext(
      String worker, int atMost, List<ClaimedTurn> taken, Set<String> attempted) {
    Map<String, CompletableFuture<Claimed>> claims = new LinkedHashMap<>();
    selection.select(store::ready, each -> each, atMost + attempted.size()).stream()
        .filter(agent -> !attempted.contains(agent))
        .limit(atMost - taken.size())
        .forEach(agent -> claims.put(agent, workers.claim(agent, worker).toCompletableFuture()));
    attempted.addAll(claims.keySet());
    return CompletableFuture.allOf(claims.values().toArray(new CompletableFuture<?>[0]))
        .handle((none, error) -> collect(claims, worker, taken))
        .thenCompose(
            lost ->
                lost > 0
                    ? claimNext(worker, atMost, taken, attempted)
                    : CompletableFuture.completedStage(List.copyOf(taken)));
  }

  /** Adds the claimed turns; returns the number of those that another worker has. */
  private int collect(
      Map<String, CompletableFuture<Claimed>> claims, String worker, List<ClaimedTurn> taken) {
    List<CompletionException> failures = new ArrayList<>();
    AtomicInteger lost = new AtomicInteger();
    claims.forEach(
        (agent, claim) -> {
          try {
            Claimed claimed = claim.join();
            taken.addAll(claimed.assignments());
            Ack ack = claimed.ack();
            if (isSettled(ack)) {
              selection.recordSuccess(agent);
              lost.addAndGet(claimed.assignments().isEmpty() ? 1 : 0);
            } else if (selection.recordFailure(agent, ack.kind().name())) {
              warnUnlessSettled(agent, worker, ack);
            }
          } catch (CompletionException e) {
            failures.add(e);
            if (selection.recordFailure(agent, ExceptionHandling.kind(e))) {
              LOG.warn("worker {} cannot claim the turn of agent {}", worker, agent, e.getCause());
            }
          }
        });
    if (!failures.isEmpty() && failures.size() == claims.size() && taken.isEmpty()) {
      throw failures.get(0);
    }
    return lost.get();
  }

  private static void warnUnlessSettled(String agent, String worker, Ack ack) {
    if (!isSettled(ack)) {
      LOG.warn("worker {} skips {}: {}", worker, agent, ack.message());
    }
  }

  /** Tests for an answer that a repetition would not change. */
  static boolean isSettled(Ack ack) {
    return switch (ack.kind()) {
      case UNKNOWN_AGENT, UNKNOWN_CHART, PROTOCOL_ERROR, CHART_ERROR -> false;
      default -> true;
    };
  }

  /** Tests for a waiting turn without known failures. */
  public boolean hasCandidates() {
    return selection.selectAny(store::ready);
  }

  /** Returns the results of a turn's calls with stored cards. */
  public Map<String, Map<String, ?>> results(ClaimedTurn turn) {
    Map<String, Map<String, ?>> all = new LinkedHashMap<>();
    if (turn.calls().isEmpty()) {
      return all;
    }
    return store
        .transact(
            turn.lease().agent(),
            tx -> {
              tx.abandon();
              all.clear();
              for (AwaitedCall call : turn.calls()) {
                Map<String, @Nullable Object> one = new LinkedHashMap<>();
                ToolStatus status = call.result();
                one.put("status", status == null ? call.status().word() : status.word());
                Card card = call.resultCard() == null ? null : tx.card(call.resultCard());
                if (card != null) {
                  one.put("result", codec.read(card.content()).get("result"));
                }
                all.put(call.id(), one);
              }
              return all;
            })
        .toCompletableFuture()
        .join();
  }
}
