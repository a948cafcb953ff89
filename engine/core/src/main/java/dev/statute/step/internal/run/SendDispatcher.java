package dev.statute.step.internal.run;

import dev.statute.problem.Text;
import dev.statute.step.Effect;
import dev.statute.step.Interpreter;
import dev.statute.step.internal.model.PendingEvent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends what actions send: at once or later, to others or to the instance itself. */
final class SendDispatcher {
  private final StepTransaction draft;

  SendDispatcher(StepTransaction draft) {
    this.draft = draft;
  }

  void send(
      Text name, Map<String, ?> payload, @Nullable String to, long after, @Nullable String id) {
    String event = name.value();
    SendTarget address = to == null ? SendTarget.SELF : SendTarget.of(to, draft.base().id());
    if (address.equals(SendTarget.SELF)) {
      Map<String, ?> fitting = InputValidator.made(draft.model(), event, payload, name.place());
      draft.agenda().send(new PendingEvent.Sending(event, fitting, null, id), after);
    } else if (after > 0) {
      draft.agenda().send(new PendingEvent.Sending(event, payload, to, id), after);
    } else {
      dispatch(new PendingEvent.Sending(event, payload, to, id), address);
    }
  }

  /** Lets something leave at once. */
  void dispatch(PendingEvent.Sending sent, SendTarget address) {
    Effect.Send send =
        new Effect.Send(
            sent.event(), sent.data(), address.to(), sent.id(), address.run(draft.invocations()));
    if (!isReachable(send)) {
      draft.queue().undeliverable(send);
    }
    draft.effect(send);
  }

  private boolean isReachable(Effect.Send send) {
    Interpreter.RecipientLookup directory = draft.machine().directory();
    return directory == null || send.run() != null || directory.knows(draft.base().id(), send.to());
  }
}
