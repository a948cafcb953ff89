package dev.statute.runtime;

import dev.statute.step.Chart;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store before another one, for tests that want to be in between. */
class ForwardingStore implements InstanceStore {
  private final InstanceStore behind;

  ForwardingStore(InstanceStore behind) {
    this.behind = behind;
  }

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    return behind.load(id, charts);
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
  public void remove(String id) {
    behind.remove(id);
  }

  @Override
  public List<String> due(Instant until, int atMost) {
    return behind.due(until, atMost);
  }
}
