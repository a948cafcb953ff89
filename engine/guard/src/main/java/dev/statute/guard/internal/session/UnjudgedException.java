package dev.statute.guard.internal.session;

import java.util.Set;

/** Input of a supervised session that the engine did not judge, although it was valid. */
public final class UnjudgedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Code of an instance that a person, or a check of its stored form, has set aside. */
  static final String ASIDE = "parked";

  /** Codes of a fault in the engine, which may be one of the moment or one of the input. */
  private static final Set<String> FAULTS = Set.of("internal", "corrupted");

  /** Codes of the engine and its store; others are about the input, and stay the same. */
  private static final Set<String> TRANSIENT =
      Set.of(
          "store",
          "fenced",
          "mailbox-full",
          "stopped",
          ASIDE,
          "held",
          "busy",
          "unknown-chart",
          "timeout",
          "interrupted");

  private final String code;

  public UnjudgedException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** Tests whether the same input may be judged another time. */
  public boolean isTransient() {
    return isTransient(code);
  }

  /** Tests whether an input that was not judged for this reason may be judged another time. */
  public static boolean isTransient(String code) {
    return TRANSIENT.contains(code) || FAULTS.contains(code);
  }

  /** Tests for an instance that is set aside: its calls are refused, its records wait. */
  public boolean isAside() {
    return code.equals(ASIDE);
  }

  /** Tests for a fault in the engine, after which an input is tried a few times only. */
  boolean isFault() {
    return FAULTS.contains(code);
  }

  /** Code of the outcome, such as {@code store} or {@code mailbox-full}. */
  public String code() {
    return code;
  }
}
