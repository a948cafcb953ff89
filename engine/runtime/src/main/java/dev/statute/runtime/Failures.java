package dev.statute.runtime;

import java.util.concurrent.CompletionException;

/** What is said of something that was thrown. */
final class Failures {
  private Failures() {}

  /** What happened, without the wrapping of futures. */
  static Throwable cause(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }

  /** Its message, in words if it has none. */
  static String text(Throwable error) {
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
  static void keepInterruption(Throwable error) {
    if (error instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }
}
