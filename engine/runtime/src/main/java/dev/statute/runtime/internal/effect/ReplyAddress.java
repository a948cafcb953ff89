package dev.statute.runtime.internal.effect;

import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.runtime.Reply;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.step.Input;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Target and event name of an answer.
 *
 * @param key of the effect that is answered; also the id of the event, so that a second answer is a
 *     duplicate
 * @param invocation that is answered; null = a call
 * @param run of the invocation
 * @param event without its first word: {@code call.<handler>} or {@code invoke.<id>}
 */
public record ReplyAddress(
    String instance, String key, @Nullable String invocation, long run, String event) {
  public ActorMessage.Answer success(Reply reply) {
    return answer("done." + event, reply.data());
  }

  public ActorMessage.Answer failure(Map<String, ?> failure) {
    return answer("error." + event, failure);
  }

  private ActorMessage.Answer answer(String name, Map<String, ?> data) {
    ValueException fault = ValueLimits.check(data);
    if (fault != null) {
      String message = "the answer cannot be kept: " + fault.reason();
      return failure(HandlerInvocation.End.failed("bad-reply", message, "error", 1).failure());
    }
    Input.Sender sender = invocation == null ? null : new Input.Sender(null, null, invocation);
    return new ActorMessage.Answer(key, new Input.Event(name, data, key, sender));
  }

  /** Tests by its name for an event that answers an effect. */
  public static boolean isAnswer(Input.Event event) {
    String name = event.name();
    return name.startsWith("done.call.")
        || name.startsWith("error.call.")
        || name.startsWith("done.invoke.")
        || name.startsWith("error.invoke.");
  }

  public boolean matches(String instance, String invocation, long run) {
    return this.instance.equals(instance) && invocation.equals(this.invocation) && this.run == run;
  }
}
