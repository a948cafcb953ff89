package dev.statute.runtime;

/**
 * Implementation of a named call of a chart. Runs on the handler threads of the engine and may
 * block; the instance continues to handle events. A thrown exception becomes the text of {@code
 * error.call.<handler>}. A handler changes an instance only by its reply or by sending events.
 * Called from many threads at once.
 */
@FunctionalInterface
public interface Handler {
  Reply handle(Call call) throws Exception;
}
