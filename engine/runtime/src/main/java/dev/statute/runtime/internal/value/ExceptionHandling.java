package dev.statute.runtime.internal.value;

import java.util.concurrent.CompletionException;

/** What is said of something that was thrown. */
public final class ExceptionHandling {
  private ExceptionHandling() {}

  /** What happened, without the wrapping of futures. */
  public static Throwable cause(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }

  /** Its message, in words if it has none. */
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

  /** An interruption that was caught is still one for whoever runs this thread. */
  public static void restoreInterrupt(Throwable error) {
    if (error instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }
}
