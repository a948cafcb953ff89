package dev.statute.runtime;

import java.util.concurrent.CompletionStage;

/**
 * Asynchronous variant of {@link Handler}. Returns at once; the stage completes later, on any
 * thread. The failure of the stage becomes the text of {@code error.call.<handler>}.
 */
@FunctionalInterface
public interface AsyncHandler {
  CompletionStage<Reply> handle(Call call) throws Exception;
}
