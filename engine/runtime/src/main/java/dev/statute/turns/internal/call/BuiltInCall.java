package dev.statute.turns.internal.call;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a chart makes and the protocol carries out in the transaction of the step, with
 * what each may be given.
 */
public enum BuiltInCall {
  /** Gives the turn of an inbox row out anew: epoch + 1, dispatched. */
  LEASE(
      "turn.lease",
      Argument.number("inbox"),
      Argument.number("attempt"),
      Argument.time("patience").asRequired()),
  /** The worker has the turn for so long from now. */
  START("turn.start", Argument.time("lease").asRequired()),
  /** The turn waits for its open calls. */
  SUSPEND("turn.suspend", Argument.time("patience").asRequired()),
  /** What a report came to: for its inbox row, for its call, and for the turn. */
  RESUME(
      "turn.resume",
      Argument.number("inbox").asRequired(),
      Argument.text("status", "consumed", "skipped", "deferred", "error").asRequired(),
      Argument.text("outcome"),
      Argument.text("mark", "applied", "expired"),
      Argument.time("wait"),
      Argument.time("run")),
  /** An open call is given its time anew: {@code wait}, else its own, else {@code patience}. */
  EXTEND(
      "turn.extend",
      Argument.text("call").asRequired(),
      Argument.time("patience").asRequired(),
      Argument.time("wait")),
  /** Epoch + 1: whoever holds the turn has lost it. */
  BUMP("turn.bump"),
  /** Ends the turn with a deliverable. */
  DELIVER(
      "turn.deliver",
      Argument.text("outcome", "success", "failed", "stopped").asRequired(),
      Argument.text("reason")),
  /** Wakes whoever may work for the agent; has an inbox row looked at again. */
  RING("turn.ring", Argument.number("inbox"), Argument.time("patience"));

  /** How they all begin. */
  static final String PREFIX = "turn.";

  private final String handler;

  /** In order, and never changed once made; the JDK has no type that says so. */
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

  /** Of what type an argument is. */
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
   * One member of {@code with}.
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
