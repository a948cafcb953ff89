package dev.statute.step.internal.interpret;

import dev.statute.problem.SourceText;
import dev.statute.step.Effect;
import dev.statute.step.Interpreter;
import dev.statute.step.internal.state.PendingEvent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Dispatch of sends: immediate or delayed, to others or to the instance itself. SCXML's spellings
 * of targets are accepted too: {@code #_parent} is {@code #parent}, {@code #_scxml_<id>} the
 * instance of that id, {@code #_<id>} the invocation {@code #<id>}.
 */
public final class SendDispatcher {
  private static final String SESSION = "#_scxml_";

  /** Address at which an event is the name of a state that the instance requests of itself. */
  private static final String MOVE = "#move";

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
    if (target(to).isEmpty()) {
      Map<String, ?> fitting =
          InputValidator.validateRaised(transaction.model(), event, payload, name.place());
      transaction.timers().addSend(new PendingEvent.PendingSend(event, fitting, null, id), after);
    } else if (after > 0 || isMove(to)) {
      transaction.timers().addSend(new PendingEvent.PendingSend(event, payload, to, id), after);
    } else {
      dispatch(new PendingEvent.PendingSend(event, payload, to, id));
    }
  }

  /** Tests for the address of the instance's own requests for a state. */
  public static boolean isMove(@Nullable String to) {
    return MOVE.equals(to);
  }

  /** Dispatches an immediate send. */
  public void dispatch(PendingEvent.PendingSend sent) {
    String to = target(sent.to());
    Effect.Send send = new Effect.Send(sent.event(), sent.data(), to, sent.id(), run(to));
    if (!isReachable(send)) {
      transaction.queue().raiseUndeliverable(send);
    }
    transaction.addEffect(send);
  }

  /** Returns the target as the host receives it; empty = the instance itself. */
  private String target(@Nullable String to) {
    if (to == null) {
      return "";
    }
    String plain =
        to.startsWith(SESSION)
            ? to.substring(SESSION.length())
            : to.startsWith("#_") ? "#" + to.substring(2) : to;
    return plain.equals(transaction.base().id()) ? "" : plain;
  }

  /** Returns the run of the invocation that the target names, or null if none of that id runs. */
  private @Nullable Long run(String to) {
    return to.startsWith("#") && !to.equals("#parent")
        ? transaction.invocations().get(to.substring(1))
        : null;
  }

  private boolean isReachable(Effect.Send send) {
    Interpreter.RecipientLookup directory = transaction.context().recipients();
    return directory == null
        || send.run() != null
        || directory.isReachable(transaction.base().id(), send.to());
  }
}
