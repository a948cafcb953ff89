package dev.statute.runtime;

import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What can lie in the mailbox of an instance. */
sealed interface Message {
  /** Something to handle, and who wants to know what came of it. */
  record Given(Input input, Consumer<Outcome> outcome) implements Message {}

  /** Begin, under this interpreter. */
  record Begin(
      Interpreter interpreter,
      Map<String, ?> data,
      InstanceStore.@Nullable Parent parent,
      Consumer<Outcome> outcome)
      implements Message {}

  /** Go on from this snapshot. */
  record Restore(Interpreter interpreter, Snapshot snapshot, Consumer<Outcome> outcome)
      implements Message {}

  /**
   * What a handler or a child came to.
   *
   * @param key of the effect that it answers
   * @param invocation whose answer it is; null = of a call
   * @param run of the invocation
   */
  record Answer(String key, @Nullable String invocation, long run, Input.Event event)
      implements Message {}

  /** Something may be due, or it must be read from the store. */
  record Wake() implements Message {}

  /** Be gone. */
  record Forget(Consumer<Boolean> done) implements Message {}
}
