package dev.statute.cli.internal.input;

import dev.statute.json.JsonText;
import dev.statute.problem.VisibleText;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Short descriptions of inputs, causes and effects. */
public final class InputDescription {
  private static final int MAX_LENGTH = 60;

  private InputDescription() {}

  public static String describe(Cause cause) {
    if (cause instanceof Cause.Start) {
      return "start";
    }
    if (cause instanceof Cause.External asked) {
      return describe(asked.input());
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

  public static String describe(Input input) {
    if (input instanceof Input.Event event) {
      return event.name();
    }
    if (input instanceof Input.Move move) {
      return "move to " + move.to();
    }
    if (input instanceof Input.Report report) {
      return describeRecord(report.fields());
    }
    throw new IllegalArgumentException("no words for " + input);
  }

  private static String describeRecord(Map<String, ?> fields) {
    StringJoiner words = new StringJoiner(" ");
    words.add(String.valueOf(fields.get("type")));
    for (String name : List.of("tool", "file", "command", "number", "text")) {
      if (fields.get(name) != null) {
        words.add(VisibleText.oneLine(String.valueOf(fields.get(name)), 40));
        if (!name.equals("tool")) {
          break;
        }
      }
    }
    return words.toString();
  }

  /** Returns null for an effect that needs no line: the change of state is shown already. */
  public static @Nullable String describe(Effect effect) {
    if (effect instanceof Effect.StateChanged) {
      return null;
    }
    if (effect instanceof Effect.Emit emit) {
      return "emit " + emit.type() + dataText(emit.data());
    }
    if (effect instanceof Effect.Call call) {
      return "call " + call.handler() + dataText(call.with());
    }
    if (effect instanceof Effect.Send send) {
      return "send " + send.event() + dataText(send.data()) + " to " + send.to();
    }
    if (effect instanceof Effect.Log log) {
      return "log " + VisibleText.oneLine(log.message(), 2 * MAX_LENGTH);
    }
    if (effect instanceof Effect.Invoke invoke) {
      String target = invoke.chart() == null ? invoke.task() : "chart " + invoke.chart();
      return "invoke " + target + dataText(invoke.with());
    }
    if (effect instanceof Effect.CancelInvoke cancel) {
      return "cancel " + cancel.id();
    }
    if (effect instanceof Effect.Forward forward) {
      return "forward " + forward.event() + " to " + forward.id();
    }
    throw new IllegalArgumentException("no words for " + effect);
  }

  private static String dataText(Map<String, ?> data) {
    return data.isEmpty() ? "" : " " + VisibleText.oneLine(JsonText.write(data), MAX_LENGTH);
  }
}
