package dev.statute.runtime;

import java.util.concurrent.CompletionStage;

/**
 * As {@link Handler}, for work that waits elsewhere: it returns at once, and the stage is completed
 * later, by any thread. What the stage fails with becomes the text of {@code error.call.<handler>}.
 */
@FunctionalInterface
public interface AsyncHandler {
  CompletionStage<Reply> handle(Call call) throws Exception;
}
