package dev.statute.store;

import org.jspecify.annotations.Nullable;

/** Failure of a store; the message names the cause and a remedy. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;

  /**
   * Creates an exception.
   *
   * @param code a stable word: {@code corrupted}, {@code unknown-chart}, {@code worker-exists},
   *     {@code foreign}, {@code older-schema}, {@code newer-schema}, {@code full}, {@code
   *     unreachable}, {@code busy}, {@code closed}, {@code no-driver} or {@code failed}
   */
  public StoreException(String code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** Returns the stable word of the failure. */
  public String code() {
    return code;
  }
}
