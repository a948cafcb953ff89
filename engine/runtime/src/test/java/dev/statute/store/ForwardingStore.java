package dev.statute.store;

import dev.statute.step.Chart;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store before another one, for tests that want to be in between. */
public class ForwardingStore implements InstanceStore {
  private final InstanceStore behind;

  public ForwardingStore(InstanceStore behind) {
    this.behind = behind;
  }

  @Override
  public void enlist(Worker worker, Instant now, Instant until) {
    behind.enlist(worker, now, until);
  }

  @Override
  public boolean renew(Worker worker, Instant now, Instant until) {
    return behind.renew(worker, now, until);
  }

  @Override
  public void retire(Worker worker) {
    behind.retire(worker);
  }

  @Override
  public List<RegisteredWorker> workers() {
    return behind.workers();
  }

  @Override
  public void keep(Chart chart) {
    behind.keep(chart);
  }

  @Override
  public List<ChartUse> charts() {
    return behind.charts();
  }

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    return behind.load(id, charts);
  }

  @Override
  public Claim claim(
      String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
    return behind.claim(id, worker, now, charts);
  }

  @Override
  public void release(String id, Worker worker) {
    behind.release(id, worker);
  }

  @Override
  public CompletionStage<Accepted> accept(Entry entry) {
    return behind.accept(entry);
  }

  @Override
  public List<Entry> waiting(String id, int atMost) {
    return behind.waiting(id, atMost);
  }

  @Override
  public @Nullable Handled handled(String instance, String event) {
    return behind.handled(instance, event);
  }

  @Override
  public CompletionStage<Committed> commit(Commit commit) {
    return behind.commit(commit);
  }

  @Override
  public void settle(String id, Set<String> keys) {
    behind.settle(id, keys);
  }

  @Override
  public List<StreamEvent> events(String id, long after, int atMost) {
    return behind.events(id, after, atMost);
  }

  @Override
  public List<String> due(Instant now, Instant until, Worker worker, String after, int atMost) {
    return behind.due(now, until, worker, after, atMost);
  }

  @Override
  public List<Life> lives(String id) {
    return behind.lives(id);
  }

  @Override
  public List<InstanceSummary> list(Filter filter) {
    return behind.list(filter);
  }

  @Override
  public @Nullable Map<String, @Nullable Object> inspect(String id) {
    return behind.inspect(id);
  }

  @Override
  public List<Damage> check() {
    return behind.check();
  }

  @Override
  public boolean park(String id, String reason) {
    return behind.park(id, reason);
  }

  @Override
  public boolean retry(String id) {
    return behind.retry(id);
  }

  @Override
  public void remove(String id) {
    behind.remove(id);
  }

  @Override
  public Pruned prune(Instant before) {
    return behind.prune(before);
  }
}
