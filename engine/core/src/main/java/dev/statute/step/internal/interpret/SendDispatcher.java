package dev.statute.step.internal.interpret;

import dev.statute.problem.SourceText;
import dev.statute.step.Effect;
import dev.statute.step.Interpreter;
import dev.statute.step.internal.state.PendingEvent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Dispatch of sends: immediate or delayed, to others or to the instance itself. */
public final class SendDispatcher {
  private final StepTransaction transaction;

  SendDispatcher(StepTransaction step) {
    this.transaction = step;
  }

  void send(
      SourceText name,
      Map<String, ?> payload,
      @Nullable String to,
      long after,
      @Nullable String id) {
    String event = name.value();
    SendTarget address = to == null ? SendTarget.SELF : SendTarget.of(to, transaction.base().id());
    if (address.equals(SendTarget.SELF)) {
      Map<String, ?> fitting =
          InputValidator.validateRaised(transaction.model(), event, payload, name.place());
      transaction.timers().addSend(new PendingEvent.PendingSend(event, fitting, null, id), after);
    } else if (after > 0) {
      transaction.timers().addSend(new PendingEvent.PendingSend(event, payload, to, id), after);
    } else {
      dispatch(new PendingEvent.PendingSend(event, payload, to, id), address);
    }
  }

  /** Dispatches an immediate send. */
  public void dispatch(PendingEvent.PendingSend sent, SendTarget address) {
    Effect.Send send =
        new Effect.Send(
            sent.event(),
            sent.data(),
            address.to(),
            sent.id(),
            address.run(transaction.invocations()));
    if (!isReachable(send)) {
      transaction.queue().raiseUndeliverable(send);
    }
    transaction.addEffect(send);
  }

  private boolean isReachable(Effect.Send send) {
    Interpreter.RecipientLookup directory = transaction.context().recipients();
    return directory == null
        || send.run() != null
        || directory.isReachable(transaction.base().id(), send.to());
  }
}
