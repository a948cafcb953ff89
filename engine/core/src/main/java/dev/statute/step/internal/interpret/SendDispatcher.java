package dev.statute.step.internal.interpret;

import dev.statute.problem.Place;
import dev.statute.step.Effect;
import dev.statute.step.internal.state.PendingEvent;
import java.util.Map;
import java.util.function.BiPredicate;
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

  private SendDispatcher() {}

  /**
   * Sends an event: to the instance itself as a timer, else now or after a delay.
   *
   * @param after milliseconds from now
   */
  static void send(StepState state, PendingEvent.PendingSend sent, Place place, long after) {
    if (target(state, sent.to()).isEmpty()) {
      Map<String, ?> valid =
          InputValidator.validateRaised(state.model(), sent.event(), sent.data(), place);
      TimerSchedule.addSend(
          state, new PendingEvent.PendingSend(sent.event(), valid, null, sent.id()), after);
    } else if (after > 0 || isMove(sent.to())) {
      TimerSchedule.addSend(state, sent, after);
    } else {
      dispatch(state, sent);
    }
  }

  /** Tests for the address of the instance's own requests for a state. */
  public static boolean isMove(@Nullable String to) {
    return MOVE.equals(to);
  }

  /** Dispatches an immediate send. */
  public static void dispatch(StepState state, PendingEvent.PendingSend sent) {
    String to = target(state, sent.to());
    Effect.Send send = new Effect.Send(sent.event(), sent.data(), to, sent.id(), run(state, to));
    if (!isReachable(state, send)) {
      state.queue().raiseUndeliverable(send);
    }
    state.trace().add(send);
  }

  /** Returns the target as the host receives it; empty = the instance itself. */
  private static String target(StepState state, @Nullable String to) {
    if (to == null) {
      return "";
    }
    String plain =
        to.startsWith(SESSION)
            ? to.substring(SESSION.length())
            : to.startsWith("#_") ? "#" + to.substring(2) : to;
    return plain.equals(state.base().id()) ? "" : plain;
  }

  /** Returns the run of the invocation that the target names, or null if none of that id runs. */
  private static @Nullable Long run(StepState state, String to) {
    return to.startsWith("#") && !to.equals("#parent")
        ? state.invocations().get(to.substring(1))
        : null;
  }

  private static boolean isReachable(StepState state, Effect.Send send) {
    BiPredicate<String, String> recipients = state.context().recipients();
    return recipients == null
        || send.run() != null
        || recipients.test(state.base().id(), send.to());
  }
}
