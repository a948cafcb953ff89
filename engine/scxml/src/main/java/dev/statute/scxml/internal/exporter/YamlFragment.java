package dev.statute.scxml.internal.exporter;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.FieldType.Kind;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.YamlWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Export of parts of a chart as YAML. */
final class YamlFragment {
  private YamlFragment() {}

  /** Returns a name, a template or an expression as text. */
  static YamlWriter text(SourceText text) {
    return new YamlWriter.Scalar(text.value(), false);
  }

  static YamlWriter texts(Collection<SourceText> texts) {
    return new YamlWriter.Items(texts.stream().map(YamlFragment::text).toList());
  }

  private static YamlWriter word(Object literal) {
    return YamlWriter.Scalar.word(String.valueOf(literal));
  }

  /** Returns a plain value. */
  static YamlWriter plain(@Nullable Object value) {
    if (value instanceof String text) {
      return new YamlWriter.Scalar(text, false);
    }
    if (value instanceof List<?> list) {
      return new YamlWriter.Items(list.stream().map(YamlFragment::plain).toList());
    }
    if (value instanceof Map<?, ?> map) {
      return fields(map, String::valueOf, YamlFragment::plain);
    }
    return word(String.valueOf(value));
  }

  static YamlWriter value(ValueDefinition value) {
    if (value instanceof ValueDefinition.Expr expr) {
      return text(expr.source());
    }
    if (value instanceof ValueDefinition.ListOf list) {
      return new YamlWriter.Items(list.members().stream().map(YamlFragment::value).toList());
    }
    if (value instanceof ValueDefinition.MapOf map) {
      return values(map.members());
    }
    return word(String.valueOf(((ValueDefinition.Literal) value).value()));
  }

  static YamlWriter values(Map<String, ValueDefinition> values) {
    return fields(values, key -> key, YamlFragment::value);
  }

  private static <K, V> YamlWriter.Fields fields(
      Map<K, V> map, Function<? super K, String> key, Function<? super V, YamlWriter> value) {
    YamlWriter.Fields fields = new YamlWriter.Fields();
    map.forEach((k, v) -> fields.put(key.apply(k), value.apply(v)));
    return fields;
  }

  /** Puts a text unless it is null; returns the fields. */
  static YamlWriter.Fields put(YamlWriter.Fields fields, String key, @Nullable SourceText text) {
    return text == null ? fields : fields.put(key, text(text));
  }

  static YamlWriter settings(Map<String, SettingDefinition> settings) {
    return fields(settings, key -> key, setting -> plain(setting.value()));
  }

  static YamlWriter policies(List<PackReference> packs) {
    List<YamlWriter> all = new ArrayList<>();
    for (PackReference pack : packs) {
      if (pack.disable().isEmpty() && pack.settings().isEmpty()) {
        all.add(text(pack.name()));
        continue;
      }
      YamlWriter.Fields one = new YamlWriter.Fields().put("pack", text(pack.name()));
      if (!pack.disable().isEmpty()) {
        one.put("disable", texts(pack.disable()));
      }
      if (!pack.settings().isEmpty()) {
        one.put("settings", settings(pack.settings()));
      }
      all.add(one);
    }
    return new YamlWriter.Items(all);
  }

  /** Returns a data item as declared; the long form if it has a type. */
  static YamlWriter data(DataDefinition data) {
    Object initial = data.initial();
    FieldType type = data.type();
    boolean looksLong = initial instanceof Map<?, ?> map && map.containsKey("type");
    if (type == null && !looksLong) {
      return plain(initial);
    }
    YamlWriter.Fields all = new YamlWriter.Fields();
    all.put("type", type == null ? new YamlWriter.Scalar("any", false) : type(type));
    return initial == null ? all : all.put("initial", plain(initial));
  }

  /** A type of the chart's own is written as a map: its declaration is not part of SCXML. */
  private static YamlWriter type(FieldType type) {
    FieldType written =
        type.row() == null ? type : new FieldType(Kind.MAP, type.list(), type.optional());
    return new YamlWriter.Scalar(written.text(), false);
  }

  static YamlWriter events(Map<String, EventDefinition> events) {
    return fields(
        events,
        key -> key,
        event -> {
          YamlWriter.Fields payload = fields(event.payload(), key -> key, YamlFragment::type);
          return event.open() ? payload.put("...", "any") : payload;
        });
  }

  static YamlWriter fields(Map<String, FieldDefinition> fields) {
    return fields(
        fields,
        key -> key,
        field -> {
          YamlWriter.Fields one = new YamlWriter.Fields().put("prompt", text(field.prompt()));
          one.put("required", word(field.required()));
          put(one, "check", field.check());
          return put(one, "message", field.message());
        });
  }

  static YamlWriter timers(Map<String, TimerDefinition> timers) {
    return fields(timers, key -> key, YamlFragment::timer);
  }

  private static YamlWriter timer(TimerDefinition timer) {
    YamlWriter.Fields one = new YamlWriter.Fields().put("in", texts(timer.in()));
    if (!timer.after().isEmpty()) {
      one.put("after", texts(timer.after()));
    }
    put(one, "every", timer.every());
    if (!timer.restartOn().isEmpty()) {
      boolean any = timer.restartOn().size() == 1 && timer.restartOn().get(0).value().equals("any");
      one.put("restart_on", any ? text(timer.restartOn().get(0)) : texts(timer.restartOn()));
    }
    put(one, "send", timer.send());
    if (timer.data() != null) {
      one.put("data", value(timer.data()));
    }
    SourceText emit = timer.emit();
    if (emit != null) {
      Map<String, ValueDefinition> with = timer.emitFields();
      one.put(
          "emit",
          with == null || with.isEmpty()
              ? text(emit)
              : new YamlWriter.Fields().put(emit.value(), values(with)));
    }
    return one;
  }

  static YamlWriter moves(List<MoveDefinition> moves) {
    List<YamlWriter> all = new ArrayList<>();
    for (MoveDefinition move : moves) {
      YamlWriter.Fields one = new YamlWriter.Fields().put("to", text(move.to()));
      put(one, "when", move.when());
      put(one, "guard", move.guard());
      if (!move.actions().isEmpty()) {
        one.put("do", actions(move.actions()));
      }
      put(one, "reason", move.reason());
      all.add(one.hasOnly("to") ? text(move.to()) : one);
    }
    return new YamlWriter.Items(all);
  }

  static YamlWriter invokes(List<InvokeDefinition> invokes) {
    return new YamlWriter.Items(invokes.stream().map(YamlFragment::invoke).toList());
  }

  private static YamlWriter invoke(InvokeDefinition invoke) {
    YamlWriter.Fields one = new YamlWriter.Fields();
    put(one, "chart", invoke.chart());
    put(one, "task", invoke.task());
    if (invoke.with() != null) {
      one.put("with", value(invoke.with()));
    }
    one.put("id", text(invoke.id()));
    put(one, "timeout", invoke.timeout());
    InvokeDefinition.Retry retry = invoke.retry();
    if (retry != null) {
      one.put(
          "retry",
          new YamlWriter.Fields()
              .put("max", word(retry.max()))
              .put("backoff", text(retry.backoff()))
              .put("factor", word(retry.factor())));
    }
    if (invoke.autoforward()) {
      one.put("autoforward", word(true));
    }
    if (!invoke.finalizing().isEmpty()) {
      one.put("finalize", actions(invoke.finalizing()));
    }
    return one;
  }

  static YamlWriter actions(List<ActionDefinition> actions) {
    return new YamlWriter.Items(actions.stream().map(ActionYaml::of).toList());
  }
}
