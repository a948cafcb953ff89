package dev.statute.store;

import org.jspecify.annotations.Nullable;

/** A store cannot do what it was asked for; the message says what is wrong and what helps. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;

  /**
   * @param code a stable word: {@code corrupted}, {@code unknown-chart}, {@code worker-exists},
   *     {@code foreign}, {@code older-schema}, {@code newer-schema}, {@code full}, {@code
   *     unreachable}, {@code busy}, {@code closed} or {@code failed}
   */
  public StoreException(String code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The stable word for what is wrong. */
  public String code() {
    return code;
  }
}
