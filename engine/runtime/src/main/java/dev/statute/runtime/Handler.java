package dev.statute.runtime;

/**
 * Does what a chart asks for by name. Runs on the engine's handler threads and may block; the
 * instance goes on handling events meanwhile. Whatever it throws becomes the text of {@code
 * error.call.<handler>}. It never changes an instance but through its reply or by sending events.
 * Called from many threads at once.
 */
@FunctionalInterface
public interface Handler {
  Reply handle(Call call) throws Exception;
}
