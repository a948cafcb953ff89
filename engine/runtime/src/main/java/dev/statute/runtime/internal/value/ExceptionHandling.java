package dev.statute.runtime.internal.value;

import java.util.concurrent.CompletionException;

/** Causes and messages of exceptions. */
public final class ExceptionHandling {
  private ExceptionHandling() {}

  /** Returns the cause without the wrappers of futures. */
  public static Throwable cause(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }

  /** Returns the message, or a text in its place. */
  public static String message(Throwable error) {
    String message = error.getMessage();
    if (error instanceof OutOfMemoryError) {
      return "memory ran out" + (message == null ? "" : ": " + message);
    }
    if (error instanceof StackOverflowError) {
      return "it went too deep";
    }
    return message == null || message.isBlank() ? "it failed and gave no reason" : message;
  }

  /** Restores the interrupt flag of the thread after a caught interruption. */
  public static void restoreInterrupt(Throwable error) {
    if (error instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }
}
