package dev.statute.step.internal.model;

import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/** Failed computation or action of a chart; no bug, so without a stack trace. */
public final class ActionFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Place place;
  private final @Nullable String sendId;

  public ActionFailure(String message, Place place) {
    this(message, place, null);
  }

  private ActionFailure(String message, Place place, @Nullable String sendId) {
    super(message, null, false, false);
    this.place = place;
    this.sendId = sendId;
  }

  /** Returns the failure with the id of the event that it kept from being sent. */
  public ActionFailure withSendId(@Nullable String id) {
    return id == null ? this : new ActionFailure(message(), place, id);
  }

  /** Converts the evaluation error of {@code source}. */
  public static ActionFailure of(EvaluationException error, SourceText source) {
    int offset = Math.max(0, Math.min(error.offset(), source.value().length()));
    return new ActionFailure(String.valueOf(error.getMessage()), source.placeAt(offset));
  }

  public String message() {
    return String.valueOf(getMessage());
  }

  public Place place() {
    return place;
  }

  /** Returns the id of the event that could not be sent, or null. */
  public @Nullable String sendId() {
    return sendId;
  }
}
