package dev.statute.cli;

import dev.statute.expr.Durations;
import dev.statute.json.JsonText;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Inputs, causes and effects in the few words a person needs. */
final class InputDescription {
  private static final int LONGEST = 60;

  private InputDescription() {}

  static String of(Cause cause) {
    if (cause instanceof Cause.Start) {
      return "start";
    }
    if (cause instanceof Cause.External asked) {
      return of(asked.input());
    }
    if (cause instanceof Cause.Undeferred recalled) {
      return recalled.event().name() + " (kept until now)";
    }
    if (cause instanceof Cause.Timer timer) {
      String event = timer.event();
      return "timer " + timer.name() + (event == null ? "" : " " + event);
    }
    if (cause instanceof Cause.Sent sent) {
      return sent.event() + " (sent by itself)";
    }
    if (cause instanceof Cause.Finding stuck) {
      return stuck.event();
    }
    if (cause instanceof Cause.Cancelled) {
      return "cancelled";
    }
    if (cause instanceof Cause.PhaseDeadline) {
      return "time ran out";
    }
    throw new IllegalArgumentException("no words for " + cause);
  }

  static String of(Input input) {
    if (input instanceof Input.Event event) {
      return event.name();
    }
    if (input instanceof Input.Move move) {
      return "move to " + move.to();
    }
    if (input instanceof Input.Report report) {
      return record(report.fields());
    }
    throw new IllegalArgumentException("no words for " + input);
  }

  private static String record(Map<String, ?> fields) {
    StringJoiner words = new StringJoiner(" ");
    words.add(String.valueOf(fields.get("type")));
    for (String name : List.of("tool", "file", "command", "number", "text")) {
      if (fields.get(name) != null) {
        words.add(brief(String.valueOf(fields.get(name)), 40));
        if (!name.equals("tool")) {
          break;
        }
      }
    }
    return words.toString();
  }

  static String of(Duration duration) {
    return Durations.format(duration);
  }

  /** Null for an effect that is not worth a line: the change of state is shown already. */
  static @Nullable String of(Effect effect) {
    if (effect instanceof Effect.StateChanged) {
      return null;
    }
    if (effect instanceof Effect.Emit emit) {
      return "emit " + emit.type() + with(emit.data());
    }
    if (effect instanceof Effect.Call call) {
      return "call " + call.handler() + with(call.with());
    }
    if (effect instanceof Effect.Send send) {
      return "send " + send.event() + with(send.data()) + " to " + send.to();
    }
    if (effect instanceof Effect.Log log) {
      return "log " + brief(log.message(), 2 * LONGEST);
    }
    if (effect instanceof Effect.Invoke invoke) {
      String what = invoke.chart() == null ? invoke.task() : "chart " + invoke.chart();
      return "invoke " + what + with(invoke.with());
    }
    if (effect instanceof Effect.CancelInvoke cancel) {
      return "cancel " + cancel.id();
    }
    if (effect instanceof Effect.Forward forward) {
      return "forward " + forward.event() + " to " + forward.id();
    }
    throw new IllegalArgumentException("no words for " + effect);
  }

  private static String with(Map<String, ?> data) {
    return data.isEmpty() ? "" : " " + brief(JsonText.write(data), LONGEST);
  }

  /** One line of at most {@code longest} characters. */
  static String brief(String text, int longest) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= longest ? line : line.substring(0, longest - 1) + "…";
  }
}
