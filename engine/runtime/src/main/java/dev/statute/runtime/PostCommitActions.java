package dev.statute.runtime;

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
  private final StepResult made;
  private final CommitContents written;
  private final Duration took;

  private PostCommitActions(String id, StepResult made, CommitContents written, Duration took) {
    this.id = id;
    this.made = made;
    this.written = written;
    this.took = took;
  }

  /**
   * @param owed what the instance owed before
   * @param took how long the interpreter took
   */
  static PostCommitActions of(
      String id, StepResult made, ClaimedInstance before, Collection<Pending> owed, Duration took) {
    List<Effect> also = new ArrayList<>(made.also());
    Effect answer = answer(made);
    if (answer != null) {
      also.add(answer);
    }
    CommitContents written =
        CommitContents.of(
            id, made.steps(), made.at(), before.revision() + 1, before.events(), owed, also);
    return new PostCommitActions(id, made, written, took);
  }

  /** What a child that ended by itself owes its parent. */
  private static @Nullable Effect answer(StepResult made) {
    Parent parent = made.life().parent();
    if (parent == null
        || !CommitContents.ends(made.steps())
        || made.steps().get(0).cause() instanceof Cause.Cancelled) {
      return null;
    }
    Map<String, ?> answer = Reply.of(made.life().snapshot().output()).data();
    String event = "done.invoke." + parent.invocation();
    return new Effect.Send(event, answer, parent.instance(), parent.key());
  }

  boolean begins() {
    return !made.steps().isEmpty() && made.steps().get(0).cause() instanceof Cause.Start;
  }

  /** What the commit holds beside the snapshot. */
  CommitContents written() {
    return written;
  }

  /** Keys of the effects that are settled with the steps. */
  Set<String> settled() {
    Set<String> settled = new LinkedHashSet<>(made.settled());
    settled.addAll(written.settled());
    return settled;
  }

  /** Tells the listeners, in order. Never throws. */
  void tell(EngineContext core) {
    if (!made.steps().isEmpty()) {
      core.tell(listener -> listener.onHandled(id, made.at(), made.steps(), took));
    }
    for (Step step : made.steps()) {
      core.tell(listener -> listener.onStep(id, made.at(), step));
      step.outcome()
          .trace()
          .findings()
          .forEach(found -> core.tell(listener -> listener.onFinding(id, found)));
      CommitContents.effects(step).forEach(effect -> tell(core, effect));
    }
  }

  private void tell(EngineContext core, Effect effect) {
    if (effect instanceof Effect.Emit emit) {
      core.tell(listener -> listener.onEmit(id, emit.type(), emit.data()));
    } else if (effect instanceof Effect.StateChanged changed) {
      core.tell(
          listener -> listener.onStateChanged(id, changed.from(), changed.to(), changed.reason()));
    }
  }

  static void each(List<Listener> listeners, Consumer<Listener> call) {
    for (Listener listener : listeners) {
      try {
        call.accept(listener);
      } catch (Throwable e) {
        Failures.keepInterruption(e);
        LOG.warn("a listener threw; it is told the next thing all the same", e);
      }
    }
  }
}
