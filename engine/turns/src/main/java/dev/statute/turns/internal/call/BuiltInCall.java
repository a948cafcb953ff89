package dev.statute.turns.internal.call;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a chart that the protocol executes in the transaction of the step, with their arguments.
 */
public enum BuiltInCall {
  /** Leases the turn of an inbox row again: epoch + 1, dispatched. */
  LEASE(
      "turn.lease",
      Argument.number("inbox"),
      Argument.number("attempt"),
      Argument.time("patience").asRequired()),
  /** Gives the worker the turn for so long from now. */
  START("turn.start", Argument.time("lease").asRequired()),
  /** Suspends the turn until its open calls are settled. */
  SUSPEND("turn.suspend", Argument.time("patience").asRequired()),
  /** Applies a report to its inbox row, its call, and the turn. */
  RESUME(
      "turn.resume",
      Argument.number("inbox").asRequired(),
      Argument.text("status", "consumed", "skipped", "deferred", "error").asRequired(),
      Argument.text("outcome"),
      Argument.text("mark", "applied", "expired"),
      Argument.time("wait"),
      Argument.time("run")),
  /** Restarts the time of an open call: {@code wait}, else its own, else {@code patience}. */
  EXTEND(
      "turn.extend",
      Argument.text("call").asRequired(),
      Argument.time("patience").asRequired(),
      Argument.time("wait")),
  /** Raises the epoch: the holder of the turn loses it. */
  BUMP("turn.bump"),
  /** Ends the turn with a deliverable. */
  DELIVER(
      "turn.deliver",
      Argument.text("outcome", "success", "failed", "stopped").asRequired(),
      Argument.text("reason")),
  /** Wakes workers of the agent; reconsiders an inbox row. */
  RING("turn.ring", Argument.number("inbox"), Argument.time("patience"));

  /** Common prefix of the calls. */
  static final String PREFIX = "turn.";

  private final String handler;

  /** Unmodifiable and ordered; the JDK has no such static type. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<String, Argument> arguments = new LinkedHashMap<>();

  BuiltInCall(String handler, Argument... arguments) {
    this.handler = handler;
    for (Argument argument : arguments) {
      this.arguments.put(argument.name(), argument);
    }
  }

  String handler() {
    return handler;
  }

  Map<String, Argument> arguments() {
    return arguments;
  }

  public static @Nullable BuiltInCall of(String handler) {
    for (BuiltInCall builtIn : values()) {
      if (builtIn.handler.equals(handler)) {
        return builtIn;
      }
    }
    return null;
  }

  static List<String> handlers() {
    return Arrays.stream(values()).map(BuiltInCall::handler).toList();
  }

  /** Type of an argument. */
  enum Kind {
    INT("int"),
    DURATION("duration"),
    TEXT("text");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  /**
   * Member of {@code with}.
   *
   * @param words the only texts allowed; none = any
   */
  record Argument(String name, Kind kind, boolean required, List<String> words) {
    static Argument number(String name) {
      return new Argument(name, Kind.INT, false, List.of());
    }

    static Argument time(String name) {
      return new Argument(name, Kind.DURATION, false, List.of());
    }

    static Argument text(String name, String... words) {
      return new Argument(name, Kind.TEXT, false, List.of(words));
    }

    Argument asRequired() {
      return new Argument(name, kind, true, words);
    }
  }
}
