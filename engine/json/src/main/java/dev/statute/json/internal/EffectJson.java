package dev.statute.json.internal;

import dev.statute.expr.DurationFormat;
import dev.statute.step.Effect;

/** Effects as JSON. */
final class EffectJson {
  private EffectJson() {}

  static void writeEffect(JsonWriter out, Effect effect) {
    out.open();
    if (effect instanceof Effect.Emit emit) {
      out.put("emit", emit.type()).putIfAny("data", emit.data());
    } else if (effect instanceof Effect.StateChanged changed) {
      out.put("state_changed", changed.to()).put("from_state", changed.from());
      out.put("to_state", changed.to()).putIfAny("reason", changed.reason());
    } else if (effect instanceof Effect.Call call) {
      out.put("call", call.handler()).putIfAny("with", call.with());
      if (call.optional()) {
        out.put("optional", true);
      }
    } else if (effect instanceof Effect.Send send) {
      out.put("send", send.event()).putIfAny("data", send.data());
      out.put("to", send.to()).putIfAny("id", send.id());
    } else if (effect instanceof Effect.Log log) {
      out.put("log", log.message());
    } else if (effect instanceof Effect.Invoke invoke) {
      writeInvoke(out, invoke);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      out.put("cancel_invoke", cancel.id());
    } else if (effect instanceof Effect.Forward forward) {
      out.put("forward", forward.id()).put("event", forward.event());
      out.putIfAny("data", forward.data());
    } else {
      throw new IllegalArgumentException("no form for " + effect);
    }
    out.close();
  }

  private static void writeInvoke(JsonWriter out, Effect.Invoke invoke) {
    out.put("invoke", invoke.id()).putIfAny("chart", invoke.chart());
    out.putIfAny("task", invoke.task()).putIfAny("with", invoke.with());
    if (invoke.timeout() != null) {
      out.put("timeout", DurationFormat.format(invoke.timeout()));
    }
    Effect.Retry retry = invoke.retry();
    if (retry != null) {
      out.key("retry").open().put("max", retry.max());
      out.put("backoff", DurationFormat.format(retry.backoff()))
          .put("factor", retry.factor())
          .close();
    }
  }
}
