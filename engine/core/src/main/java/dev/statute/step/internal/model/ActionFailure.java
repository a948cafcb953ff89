package dev.statute.step.internal.model;

import dev.statute.expr.EvaluationException;
import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/** Something in a chart that could not be computed or done; no bug, so without a stack trace. */
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

  /** The same, as what kept an event from being sent that has this id. */
  public ActionFailure withSendId(@Nullable String id) {
    return id == null ? this : new ActionFailure(message(), place, id);
  }

  /** An evaluation of {@code source} that has no value. */
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

  /** The id of what could not be sent, or null. */
  public @Nullable String sendId() {
    return sendId;
  }
}
