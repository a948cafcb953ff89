package dev.statute.runtime;

import dev.statute.step.Chart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps instances in memory, as long as the process lives. Several engines may share one: they see
 * the same instances, and the compare-and-set keeps them apart.
 */
public final class MemoryStore implements InstanceStore {
  private static final CompletionStage<Committed> DONE =
      CompletableFuture.completedStage(Committed.DONE);
  private static final CompletionStage<Committed> LOST =
      CompletableFuture.completedStage(Committed.LOST);

  private final Map<String, Stored> all = new ConcurrentHashMap<>();

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    return all.get(id);
  }

  @Override
  public CompletionStage<Committed> commit(Commit commit) {
    boolean[] done = {false};
    all.compute(
        commit.id(),
        (id, before) -> {
          done[0] = (before == null ? 0 : before.revision()) == commit.expected();
          return done[0] ? after(before, commit) : before;
        });
    return done[0] ? DONE : LOST;
  }

  private static Stored after(@Nullable Stored before, Commit commit) {
    return new Stored(
        commit.snapshot(),
        commit.expected() + 1,
        commit.parent(),
        commit.events(),
        pending(before, commit));
  }

  private static List<Pending> pending(@Nullable Stored before, Commit commit) {
    List<Pending> old = before == null ? List.of() : before.pending();
    if (commit.settled().isEmpty() && commit.effects().isEmpty()) {
      return old;
    }
    List<Pending> pending = without(old, commit.settled());
    pending.addAll(commit.effects());
    return pending;
  }

  private static List<Pending> without(List<Pending> pending, Set<String> keys) {
    List<Pending> left = new ArrayList<>(pending);
    left.removeIf(each -> keys.contains(each.key()));
    return left;
  }

  @Override
  public void settle(String id, Set<String> keys) {
    all.computeIfPresent(
        id,
        (same, stored) ->
            new Stored(
                stored.snapshot(),
                stored.revision(),
                stored.parent(),
                stored.events(),
                without(stored.pending(), keys)));
  }

  @Override
  public void remove(String id) {
    all.remove(id);
  }

  @Override
  public List<String> due(Instant until, int atMost) {
    List<String> due = new ArrayList<>();
    for (Map.Entry<String, Stored> entry : all.entrySet()) {
      Stored stored = entry.getValue();
      Instant at = stored.snapshot().due();
      if (!stored.pending().isEmpty() || (at != null && !at.isAfter(until))) {
        due.add(entry.getKey());
        if (due.size() == atMost) {
          break;
        }
      }
    }
    return due;
  }
}
