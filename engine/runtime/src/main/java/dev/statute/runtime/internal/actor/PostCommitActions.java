package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Listener;
import dev.statute.runtime.Reply;
import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.StepResult;
import dev.statute.runtime.internal.value.ExceptionHandling;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Step;
import dev.statute.store.CommitContents;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is to be told and done about steps once they are committed; all of it is known before, so
 * that the commit can hold it.
 */
final class PostCommitActions {
  private static final Logger LOG = LoggerFactory.getLogger(PostCommitActions.class);

  private final String id;
  private final StepResult result;
  private final CommitContents contents;
  private final Duration duration;

  private PostCommitActions(String id, StepResult made, CommitContents written, Duration took) {
    this.id = id;
    this.result = made;
    this.contents = written;
    this.duration = took;
  }

  /**
   * @param owed what the instance owed before
   * @param took how long the interpreter took
   */
  static PostCommitActions of(
      String id, StepResult made, ClaimedInstance before, Collection<Pending> owed, Duration took) {
    List<Effect> also = new ArrayList<>(made.extraEffects());
    Effect answer = answer(made);
    if (answer != null) {
      also.add(answer);
    }
    CommitContents written =
        CommitContents.of(
            id, made.steps(), made.at(), before.revision() + 1, before.lastEvent(), owed, also);
    return new PostCommitActions(id, made, written, took);
  }

  /** What a child that ended by itself owes its parent. */
  private static @Nullable Effect answer(StepResult made) {
    Parent parent = made.instance().parent();
    if (parent == null
        || !CommitContents.isEnd(made.steps())
        || made.steps().get(0).cause() instanceof Cause.Cancelled) {
      return null;
    }
    Map<String, ?> answer = Reply.of(made.instance().snapshot().output()).data();
    String event = "done.invoke." + parent.invocation();
    return new Effect.Send(event, answer, parent.instance(), parent.key());
  }

  boolean isStart() {
    return !result.steps().isEmpty() && result.steps().get(0).cause() instanceof Cause.Start;
  }

  /** What the commit holds beside the snapshot. */
  CommitContents contents() {
    return contents;
  }

  /** Keys of the effects that are settled with the steps. */
  Set<String> settled() {
    Set<String> settled = new LinkedHashSet<>(result.settled());
    settled.addAll(contents.settled());
    return settled;
  }

  /** Tells the listeners, in order. Never throws. */
  void notifyListeners(EngineContext core) {
    if (!result.steps().isEmpty()) {
      core.notifyListeners(
          listener -> listener.onHandled(id, result.at(), result.steps(), duration));
    }
    for (Step step : result.steps()) {
      core.notifyListeners(listener -> listener.onStep(id, result.at(), step));
      step.outcome()
          .trace()
          .findings()
          .forEach(found -> core.notifyListeners(listener -> listener.onFinding(id, found)));
      CommitContents.effects(step).forEach(effect -> notifyListeners(core, effect));
    }
  }

  private void notifyListeners(EngineContext core, Effect effect) {
    if (effect instanceof Effect.Emit emit) {
      core.notifyListeners(listener -> listener.onEmit(id, emit.type(), emit.data()));
    } else if (effect instanceof Effect.StateChanged changed) {
      core.notifyListeners(
          listener -> listener.onStateChanged(id, changed.from(), changed.to(), changed.reason()));
    }
  }

  static void notifyEach(List<Listener> listeners, Consumer<Listener> call) {
    for (Listener listener : listeners) {
      try {
        call.accept(listener);
      } catch (Throwable e) {
        ExceptionHandling.restoreInterrupt(e);
        LOG.warn("a listener threw; it is told the next thing all the same", e);
      }
    }
  }
}
