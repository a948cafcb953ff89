package dev.statute.turns;

import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Forwarding store; tests override methods to inject faults. */
class ForwardingTurnStore implements TurnStore {
  private final TurnStore to;

  ForwardingTurnStore(TurnStore to) {
    this.to = to;
  }

  /** Returns the transaction passed to works. */
  protected TurnTransaction wrap(TurnTransaction tx) {
    return tx;
  }

  @Override
  public <T> CompletionStage<T> transact(String agent, Function<TurnTransaction, T> work) {
    return to.transact(agent, tx -> work.apply(wrap(tx)));
  }

  @Override
  public List<Head> heads(String after, int atMost) {
    return to.heads(after, atMost);
  }

  @Override
  public List<String> agents(Waiting kind, Instant until, int atMost) {
    return to.agents(kind, until, atMost);
  }

  @Override
  public List<String> queued(int atMost) {
    return to.queued(atMost);
  }

  @Override
  public List<String> ready(int atMost) {
    return to.ready(atMost);
  }

  @Override
  public List<String> silent(Instant until, int atMost) {
    return to.silent(until, atMost);
  }

  @Override
  public List<String> overdue(Instant until, int atMost) {
    return to.overdue(until, atMost);
  }

  @Override
  public List<Timer> due(Instant until, int atMost) {
    return to.due(until, atMost);
  }

  @Override
  public List<Event> unpublished(int atMost) {
    return to.unpublished(atMost);
  }

  @Override
  public List<ClaimedEvent> claimEvents(
      Predicate<Event> wanted, Instant now, Instant until, int atMost) {
    return to.claimEvents(wanted, now, until, atMost);
  }

  @Override
  public void extendClaims(Collection<String> eventIds, Instant until) {
    to.extendClaims(eventIds, until);
  }

  @Override
  public void markPublished(Collection<String> eventIds, Instant at) {
    to.markPublished(eventIds, at);
  }

  @Override
  public Pruned prune(Instant before) {
    return to.prune(before);
  }

  @Override
  public List<Event> events(String agent, long after, int atMost) {
    return to.events(agent, after, atMost);
  }

  @Override
  public void observe(Signals signals) {
    to.observe(signals);
  }

  @Override
  public @Nullable Signals observed(String agent) {
    return to.observed(agent);
  }
}
