package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Reply;
import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.StepResult;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StepCommit;
import dev.statute.store.Worker;
import dev.statute.store.internal.CommitContents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Actions that follow the commit of steps: notifications and effects. All of them are known before
 * the commit, so that it can hold them.
 */
final class PostCommitActions {
  private final String id;
  private final StepResult result;
  private final StepCommit commit;
  private final Duration duration;

  private PostCommitActions(String id, StepResult result, StepCommit commit, Duration duration) {
    this.id = id;
    this.result = result;
    this.commit = commit;
    this.duration = duration;
  }

  /**
   * Derives commit and actions from the result of a message.
   *
   * @param pending effects of the instance that are not settled yet
   * @param duration of the interpreter's work
   */
  static PostCommitActions of(
      String id,
      Worker worker,
      StepResult result,
      ClaimedInstance before,
      Collection<Pending> pending,
      Duration duration) {
    List<Effect> additional = new ArrayList<>(result.extraEffects());
    Effect answer = answer(result);
    if (answer != null) {
      additional.add(answer);
    }
    StepCommit commit =
        new StepCommit(
                id,
                worker,
                result.at(),
                before.epoch(),
                before.revision(),
                before.lastEvent(),
                pending)
            .settle(result.settled())
            .steps(result.steps(), additional)
            .parent(result.instance().parent());
    for (Step step : result.steps()) {
      Map<String, ?> refused = refusedAnswer(step);
      if (refused != null) {
        commit.event("refused", refused);
      }
    }
    if (result.handled() != null) {
      commit.handled(List.of(result.handled()));
    }
    PostCommitActions actions = new PostCommitActions(id, result, commit, duration);
    if (actions.isStart()) {
      commit.begin(before.instance() == null ? null : before.instance().snapshot());
    }
    return actions;
  }

  /** Returns the answer of a child that ended by itself to its parent. */
  private static @Nullable Effect answer(StepResult result) {
    Parent parent = result.instance().parent();
    if (parent == null
        || !CommitContents.isEnd(result.steps())
        || result.steps().get(0).cause() instanceof Cause.Cancelled) {
      return null;
    }
    Map<String, ?> answer = Reply.of(result.instance().snapshot().output()).data();
    String event = "done.invoke." + parent.invocation();
    return new Effect.Send(event, answer, parent.instance(), parent.key());
  }

  /**
   * Returns what is told of a handler's answer that a rule refuses: nobody else gets its outcome.
   * Null for any other step, also for the same answer offered again.
   */
  private static @Nullable Map<String, ?> refusedAnswer(Step step) {
    if (!(step.outcome() instanceof Outcome.Denied denied)
        || !(step.cause() instanceof Cause.External asked)
        || !(asked.input() instanceof Input.Event event)
        || !ReplyAddress.isAnswer(event)) {
      return null;
    }
    Map<String, @Nullable Object> told = new LinkedHashMap<>();
    told.put("event", event.name());
    told.put("status", event.payload().get("status"));
    told.put("message", event.payload().get("message"));
    told.put("reason", denied.message());
    told.put("rule", denied.rule());
    told.values().removeIf(Objects::isNull);
    return Collections.unmodifiableMap(told);
  }

  boolean isStart() {
    return !result.steps().isEmpty() && result.steps().get(0).cause() instanceof Cause.Start;
  }

  /** Returns whether the message left the instance as it was, so that there is nothing to write. */
  boolean isUnchanged(ClaimedInstance before) {
    return before.instance() != null
        && before.instance().snapshot() == result.instance().snapshot()
        && commit.settled().isEmpty()
        && result.handled() == null;
  }

  StepResult result() {
    return result;
  }

  /** Returns the contents of the commit. */
  StepCommit commit() {
    return commit;
  }

  /** Returns the commit of the steps. */
  Commit toCommit() {
    return commit.toCommit(result.instance().snapshot());
  }

  /** Returns the state of the instance after the commit. */
  ClaimedInstance afterCommit(ClaimedInstance before) {
    return before.afterCommit(result.instance(), commit.lastEvent());
  }

  /** Notifies the listeners, in order. Never throws. */
  void notifyListeners(EngineListeners listeners) {
    if (!result.steps().isEmpty()) {
      listeners.forEach(listener -> listener.onHandled(id, result.at(), result.steps(), duration));
    }
    for (Step step : result.steps()) {
      listeners.forEach(listener -> listener.onStep(id, result.at(), step));
      step.outcome()
          .trace()
          .findings()
          .forEach(found -> listeners.forEach(listener -> listener.onFinding(id, found)));
      CommitContents.effects(step).forEach(effect -> notifyListeners(listeners, effect));
    }
  }

  private void notifyListeners(EngineListeners listeners, Effect effect) {
    if (effect instanceof Effect.Emit emit) {
      listeners.forEach(listener -> listener.onEmit(id, emit.type(), emit.data()));
    } else if (effect instanceof Effect.StateChanged changed) {
      listeners.forEach(
          listener -> listener.onStateChanged(id, changed.from(), changed.to(), changed.reason()));
    }
  }
}
