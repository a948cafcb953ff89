package dev.statute.store;

import dev.statute.step.Chart;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Forwarding store, for tests that override some methods. */
public class ForwardingInstanceStore implements InstanceStore {
  private final InstanceStore delegate;

  public ForwardingInstanceStore(InstanceStore behind) {
    this.delegate = behind;
  }

  @Override
  public void enlist(Worker worker, Instant now, Instant until) {
    delegate.enlist(worker, now, until);
  }

  @Override
  public boolean renew(Worker worker, Instant now, Instant until) {
    return delegate.renew(worker, now, until);
  }

  @Override
  public void retire(Worker worker) {
    delegate.retire(worker);
  }

  @Override
  public List<RegisteredWorker> workers() {
    return delegate.workers();
  }

  @Override
  public @Nullable String chartText(String hash) {
    return delegate.chartText(hash);
  }

  @Override
  public void saveChart(Chart chart) {
    delegate.saveChart(chart);
  }

  @Override
  public List<ChartUse> charts() {
    return delegate.charts();
  }

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    return delegate.load(id, charts);
  }

  @Override
  public Claim claim(
      String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
    return delegate.claim(id, worker, now, charts);
  }

  @Override
  public void release(String id, Worker worker) {
    delegate.release(id, worker);
  }

  @Override
  public CompletionStage<Accepted> accept(Entry entry) {
    return delegate.accept(entry);
  }

  @Override
  public List<Entry> readInbox(String id, int atMost) {
    return delegate.readInbox(id, atMost);
  }

  @Override
  public @Nullable Handled handled(String instance, String event) {
    return delegate.handled(instance, event);
  }

  @Override
  public CompletionStage<Committed> commit(Commit commit) {
    return delegate.commit(commit);
  }

  @Override
  public void settle(String id, Set<String> keys) {
    delegate.settle(id, keys);
  }

  @Override
  public List<StreamEvent> events(String id, long after, int atMost) {
    return delegate.events(id, after, atMost);
  }

  @Override
  public List<String> due(Instant now, Instant until, Worker worker, String after, int atMost) {
    return delegate.due(now, until, worker, after, atMost);
  }

  @Override
  public List<Life> endedLives(String id) {
    return delegate.endedLives(id);
  }

  @Override
  public List<InstanceSummary> list(Filter filter) {
    return delegate.list(filter);
  }

  @Override
  public @Nullable Map<String, @Nullable Object> inspect(String id) {
    return delegate.inspect(id);
  }

  @Override
  public List<Damage> check() {
    return delegate.check();
  }

  @Override
  public boolean park(String id, String reason) {
    return delegate.park(id, reason);
  }

  @Override
  public boolean retry(String id) {
    return delegate.retry(id);
  }

  @Override
  public void remove(String id) {
    delegate.remove(id);
  }

  @Override
  public Pruned prune(Instant before) {
    return delegate.prune(before);
  }
}
