package dev.statute.runtime.support;

import dev.statute.store.StoreException;
import java.util.concurrent.CompletionException;

/** Causes, kinds and messages of exceptions. */
public final class ExceptionHandling {
  private ExceptionHandling() {}

  /** Returns the cause without the wrappers of futures. */
  public static Throwable cause(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }

  /** Returns the kind of a failure: the code of a store's, the type of any other. */
  public static String kind(Throwable error) {
    Throwable cause = cause(error);
    return cause instanceof StoreException known ? known.code() : cause.getClass().getName();
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
