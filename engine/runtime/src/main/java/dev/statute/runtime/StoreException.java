package dev.statute.runtime;

import org.jspecify.annotations.Nullable;

/** A store cannot do what it was asked for; the message says what is wrong and what helps. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
