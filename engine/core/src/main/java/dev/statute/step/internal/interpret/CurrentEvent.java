package dev.statute.step.internal.interpret;

import dev.statute.chart.ReservedEvents;
import dev.statute.step.Input;
import dev.statute.step.internal.model.EventIds;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event of a microstep.
 *
 * @param name empty at the start, and for a move
 * @param eventId what transitions hear
 * @param kind as rules see it
 * @param vetoExempt whether what it leads to is not judged
 * @param raised whether an action raised it
 * @param sender null = nobody says who sent it
 */
public record CurrentEvent(
    String name,
    int eventId,
    Map<String, ?> data,
    Kind kind,
    boolean vetoExempt,
    boolean raised,
    Input.@Nullable Sender sender) {
  public CurrentEvent(String name, int signal, Map<String, ?> data, Kind kind) {
    this(name, signal, data, kind, false, false, null);
  }

  public CurrentEvent(
      String name, int signal, Map<String, ?> data, Kind kind, Input.@Nullable Sender sender) {
    this(name, signal, data, kind, false, false, sender);
  }

  /** Before the first event. */
  static final CurrentEvent START = new CurrentEvent("", EventIds.OTHER, Map.of(), Kind.INTERNAL);

  /** What expressions call {@code event_meta}. */
  Map<String, @Nullable Object> meta() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("type", type());
    all.put("origin", sender == null ? null : sender.origin());
    all.put("sendid", sender == null ? null : sender.sendid());
    all.put("invokeid", sender == null ? null : sender.invokeid());
    return Collections.unmodifiableMap(all);
  }

  /** SCXML's word for who made it; empty if there is no event. */
  private String type() {
    if (name.isEmpty()) {
      return "";
    }
    if (raised) {
      return "internal";
    }
    return kind == Kind.INTERNAL || ReservedEvents.isReserved(name) ? "platform" : "external";
  }

  /** Where an event comes from. */
  public enum Kind {
    EVENT("event"),
    MOVE("move"),
    TIMER("timer"),
    INTERNAL("internal");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** As rules see it. */
    String word() {
      return word;
    }
  }
}
