package dev.statute.step.internal.interpret;

import dev.statute.chart.ReservedEvents;
import dev.statute.step.Input;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.EventIds;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Event that the current microstep handles.
 *
 * @param name empty at the start, and for a move
 * @param eventId number that transitions match
 * @param kind as rules see it
 * @param vetoExempt whether its transitions are not judged by rules
 * @param raised whether an action raised it
 * @param sender null = not known
 */
public record CurrentEvent(
    String name,
    int eventId,
    Map<String, ?> data,
    Kind kind,
    boolean vetoExempt,
    boolean raised,
    Input.@Nullable Sender sender) {
  /** Placeholder before the first event. */
  static final CurrentEvent START =
      new CurrentEvent("", EventIds.OTHER, Map.of(), Kind.INTERNAL, false, false, null);

  /** Creates an event that is not raised by an action and that rules judge. */
  public static CurrentEvent of(
      CompiledChart model,
      String name,
      Map<String, ?> data,
      Kind kind,
      Input.@Nullable Sender sender) {
    return new CurrentEvent(name, model.eventIds().event(name), data, kind, false, false, sender);
  }

  /** Returns the id of the invocation that an event answers, or null. */
  static @Nullable String answeredInvocation(String event) {
    for (String prefix : new String[] {"done.invoke.", "error.invoke."}) {
      if (event.startsWith(prefix)) {
        return event.substring(prefix.length());
      }
    }
    return null;
  }

  /** Returns the value of {@code event_meta} in expressions. */
  Map<String, @Nullable Object> meta() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("type", type());
    all.put("origin", sender == null ? null : sender.origin());
    all.put("sendid", sender == null ? null : sender.sendid());
    all.put("invokeid", sender == null ? null : sender.invokeid());
    return Collections.unmodifiableMap(all);
  }

  /** Returns SCXML's {@code _event.type}; empty if there is no event. */
  private String type() {
    if (name.isEmpty()) {
      return "";
    }
    if (raised) {
      return "internal";
    }
    return kind == Kind.INTERNAL || ReservedEvents.isReserved(name) ? "platform" : "external";
  }

  /** Origin of an event. */
  public enum Kind {
    EVENT("event"),
    MOVE("move"),
    TIMER("timer"),
    INTERNAL("internal");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Returns the kind's name in the facts of rules. */
    String word() {
      return word;
    }
  }
}
