package dev.statute.json;

import dev.statute.expr.ValueCodec;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values in rows of a store other than snapshots, as JSON: one object on one line; the same value
 * always gives the same text, and the value that is read equals the written one. Durations,
 * instants and non-finite doubles are distinguished from texts, as in snapshots. Thread-safe.
 *
 * <p>Reading throws {@link IllegalArgumentException} for a text that was not written by this class.
 */
public final class StoreJson {
  private StoreJson() {}

  /** Formats a map of values, such as the data of a stream's event. */
  public static String values(Map<String, ?> values) {
    return values.isEmpty() ? "{}" : JsonText.write(ValueCodec.writeMap(values));
  }

  public static Map<String, @Nullable Object> values(String text) {
    return ValueCodec.readMap(JsonText.object(text));
  }

  public static String input(Input input) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    if (input instanceof Input.Event event) {
      all.put("event", event.name());
      putMap(all, "data", event.data());
      putSender(all, event.sender());
    } else if (input instanceof Input.Move move) {
      all.put("move", move.to());
      putIfAny(all, "reason", move.reason());
      putMap(all, "data", move.data());
    } else if (input instanceof Input.Report report) {
      putMap(all, "report", report.fields());
    } else {
      throw new IllegalArgumentException("no form for " + input);
    }
    putIfAny(all, "id", input.id());
    return JsonText.write(all);
  }

  public static Input input(String text) {
    Map<String, @Nullable Object> all = JsonText.object(text);
    String id = textOrNull(all, "id");
    if (all.containsKey("event")) {
      return new Input.Event(requireText(all, "event"), mapOrNull(all, "data"), id, sender(all));
    }
    if (all.containsKey("move")) {
      return new Input.Move(
          requireText(all, "move"), textOrNull(all, "reason"), mapOrNull(all, "data"), id);
    }
    return new Input.Report(map(all, "report"), id);
  }

  public static String effect(Effect effect) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    if (effect instanceof Effect.Call call) {
      all.put("call", call.handler());
      putMap(all, "with", call.with());
      all.put("optional", call.optional());
    } else if (effect instanceof Effect.Send send) {
      all.put("send", send.event());
      putMap(all, "data", send.data());
      all.put("to", send.to());
      putIfAny(all, "id", send.id());
      putIfAny(all, "run", send.run());
    } else if (effect instanceof Effect.Emit emit) {
      all.put("emit", emit.type());
      putMap(all, "data", emit.data());
    } else if (effect instanceof Effect.Invoke invoke) {
      invoke(all, invoke);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      all.put("cancel", cancel.id());
      all.put("run", cancel.run());
    } else if (effect instanceof Effect.Forward forward) {
      all.put("forward", forward.id());
      all.put("run", forward.run());
      all.put("event", forward.event());
      putMap(all, "data", forward.data());
      putSender(all, forward.sender());
    } else if (effect instanceof Effect.StateChanged changed) {
      all.put("changed", changed.to());
      all.put("from", changed.from());
      putIfAny(all, "reason", changed.reason());
    } else if (effect instanceof Effect.Log log) {
      all.put("log", log.message());
    } else {
      throw new IllegalArgumentException("no form for " + effect);
    }
    return JsonText.write(all);
  }

  private static void invoke(Map<String, @Nullable Object> all, Effect.Invoke invoke) {
    all.put("invoke", invoke.id());
    putIfAny(all, "chart", invoke.chart());
    putIfAny(all, "task", invoke.task());
    putMap(all, "with", invoke.with());
    Duration timeout = invoke.timeout();
    putIfAny(all, "timeout", timeout == null ? null : timeout.toString());
    Effect.Retry retry = invoke.retry();
    if (retry != null) {
      all.put("max", retry.max());
      all.put("backoff", retry.backoff().toString());
      all.put("factor", ValueCodec.write(retry.factor()));
    }
    all.put("run", invoke.run());
  }

  public static Effect effect(String text) {
    Map<String, @Nullable Object> all = JsonText.object(text);
    String kind = all.isEmpty() ? "" : all.keySet().iterator().next();
    return switch (kind) {
      case "call" ->
          new Effect.Call(
              requireText(all, "call"), map(all, "with"), Boolean.TRUE.equals(all.get("optional")));
      case "send" ->
          new Effect.Send(
              requireText(all, "send"),
              map(all, "data"),
              requireText(all, "to"),
              textOrNull(all, "id"),
              all.containsKey("run") ? number(all, "run") : null);
      case "emit" -> new Effect.Emit(requireText(all, "emit"), map(all, "data"));
      case "invoke" -> invoke(all);
      case "cancel" -> new Effect.CancelInvoke(requireText(all, "cancel"), number(all, "run"));
      case "forward" ->
          new Effect.Forward(
              requireText(all, "forward"),
              number(all, "run"),
              requireText(all, "event"),
              map(all, "data"),
              sender(all));
      case "changed" ->
          new Effect.StateChanged(
              requireText(all, "from"), requireText(all, "changed"), textOrNull(all, "reason"));
      case "log" -> new Effect.Log(requireText(all, "log"));
      default -> throw new IllegalArgumentException("no effect is written as '" + kind + "'");
    };
  }

  private static Effect invoke(Map<String, @Nullable Object> all) {
    String timeout = textOrNull(all, "timeout");
    Effect.Retry retry = null;
    if (all.containsKey("max") && ValueCodec.read(all.get("factor")) instanceof Double factor) {
      retry =
          new Effect.Retry(
              Math.toIntExact(number(all, "max")),
              Duration.parse(requireText(all, "backoff")),
              factor);
    }
    return new Effect.Invoke(
        requireText(all, "invoke"),
        textOrNull(all, "chart"),
        textOrNull(all, "task"),
        map(all, "with"),
        timeout == null ? null : Duration.parse(timeout),
        retry,
        number(all, "run"));
  }

  private static void putSender(Map<String, @Nullable Object> all, Input.@Nullable Sender sender) {
    if (sender != null) {
      all.put("sender", sender.toMap());
    }
  }

  private static Input.@Nullable Sender sender(Map<String, @Nullable Object> all) {
    return all.get("sender") instanceof Map<?, ?> sender ? Input.Sender.of(sender) : null;
  }

  private static void putIfAny(
      Map<String, @Nullable Object> all, String key, @Nullable Object value) {
    if (value != null) {
      all.put(key, value);
    }
  }

  private static void putMap(
      Map<String, @Nullable Object> all, String key, @Nullable Map<String, ?> values) {
    if (values != null) {
      all.put(key, ValueCodec.writeMap(values));
    }
  }

  private static String requireText(Map<String, @Nullable Object> all, String key) {
    String text = textOrNull(all, key);
    if (text == null) {
      throw new IllegalArgumentException("there is no text '" + key + "'");
    }
    return text;
  }

  private static @Nullable String textOrNull(Map<String, @Nullable Object> all, String key) {
    return all.get(key) instanceof String text ? text : null;
  }

  private static long number(Map<String, @Nullable Object> all, String key) {
    if (all.get(key) instanceof Long number) {
      return number;
    }
    throw new IllegalArgumentException("there is no number '" + key + "'");
  }

  private static Map<String, @Nullable Object> map(Map<String, @Nullable Object> all, String key) {
    Map<String, @Nullable Object> map = mapOrNull(all, key);
    if (map == null) {
      throw new IllegalArgumentException("there is no map '" + key + "'");
    }
    return map;
  }

  private static @Nullable Map<String, @Nullable Object> mapOrNull(
      Map<String, @Nullable Object> all, String key) {
    return all.get(key) instanceof Map<?, ?> map ? ValueCodec.readMap(map) : null;
  }
}
