package dev.statute.scxml.internal;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes parts of a chart as the YAML they were read from, or mean. */
final class Written {
  private Written() {}

  /** A name, a template or an expression: text in any case. */
  static Yaml text(Text text) {
    return new Yaml.Scalar(text.value(), false);
  }

  static Yaml texts(Collection<Text> texts) {
    return new Yaml.Items(texts.stream().map(Written::text).toList());
  }

  private static Yaml word(Object literal) {
    return new Yaml.Scalar(String.valueOf(literal), true);
  }

  /** A plain value. */
  static Yaml plain(@Nullable Object value) {
    if (value instanceof String text) {
      return new Yaml.Scalar(text, false);
    }
    if (value instanceof List<?> list) {
      return new Yaml.Items(list.stream().map(Written::plain).toList());
    }
    if (value instanceof Map<?, ?> map) {
      return fields(map, String::valueOf, Written::plain);
    }
    return word(String.valueOf(value));
  }

  static Yaml value(ValueDefinition value) {
    if (value instanceof ValueDefinition.Expr expr) {
      return text(expr.source());
    }
    if (value instanceof ValueDefinition.ListOf list) {
      return new Yaml.Items(list.members().stream().map(Written::value).toList());
    }
    if (value instanceof ValueDefinition.MapOf map) {
      return values(map.members());
    }
    return word(String.valueOf(((ValueDefinition.Literal) value).value()));
  }

  static Yaml values(Map<String, ValueDefinition> values) {
    return fields(values, key -> key, Written::value);
  }

  private static <K, V> Yaml.Fields fields(
      Map<K, V> map, Function<? super K, String> key, Function<? super V, Yaml> value) {
    Yaml.Fields fields = new Yaml.Fields();
    map.forEach((k, v) -> fields.put(key.apply(k), value.apply(v)));
    return fields;
  }

  private static Yaml.Fields put(Yaml.Fields fields, String key, @Nullable Text text) {
    return text == null ? fields : fields.put(key, text(text));
  }

  static Yaml settings(Map<String, SettingDefinition> settings) {
    return fields(settings, key -> key, setting -> plain(setting.value()));
  }

  static Yaml policies(List<PackReference> packs) {
    List<Yaml> all = new ArrayList<>();
    for (PackReference pack : packs) {
      if (pack.disable().isEmpty() && pack.settings().isEmpty()) {
        all.add(text(pack.name()));
        continue;
      }
      Yaml.Fields one = new Yaml.Fields().put("pack", text(pack.name()));
      if (!pack.disable().isEmpty()) {
        one.put("disable", texts(pack.disable()));
      }
      if (!pack.settings().isEmpty()) {
        one.put("settings", settings(pack.settings()));
      }
      all.add(one);
    }
    return new Yaml.Items(all);
  }

  /** A data item as it is declared; the long form where it has a type. */
  static Yaml data(DataDefinition data) {
    Object initial = data.initial();
    FieldType type = data.type();
    boolean looksLong = initial instanceof Map<?, ?> map && map.containsKey("type");
    if (type == null && !looksLong) {
      return plain(initial);
    }
    Yaml.Fields all = new Yaml.Fields();
    all.put("type", type == null ? new Yaml.Scalar("any", false) : type(type));
    return initial == null ? all : all.put("initial", plain(initial));
  }

  private static Yaml type(FieldType type) {
    String word = type.kind().name().toLowerCase(Locale.ROOT);
    String list = type.list() ? "[" + word + "]" : word;
    return new Yaml.Scalar(list + (type.optional() ? "?" : ""), false);
  }

  static Yaml events(Map<String, EventDefinition> events) {
    return fields(
        events,
        key -> key,
        event -> {
          Yaml.Fields payload = fields(event.payload(), key -> key, Written::type);
          return event.open() ? payload.put("...", "any") : payload;
        });
  }

  static Yaml fields(Map<String, FieldDefinition> fields) {
    return fields(
        fields,
        key -> key,
        field -> {
          Yaml.Fields one = new Yaml.Fields().put("prompt", text(field.prompt()));
          one.put("required", word(field.required()));
          put(one, "check", field.check());
          return put(one, "message", field.message());
        });
  }

  static Yaml timers(Map<String, TimerDefinition> timers) {
    return fields(timers, key -> key, Written::timer);
  }

  private static Yaml timer(TimerDefinition timer) {
    Yaml.Fields one = new Yaml.Fields().put("in", texts(timer.in()));
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
    Text emit = timer.emit();
    if (emit != null) {
      Map<String, ValueDefinition> with = timer.emitFields();
      one.put(
          "emit",
          with == null || with.isEmpty()
              ? text(emit)
              : new Yaml.Fields().put(emit.value(), values(with)));
    }
    return one;
  }

  static Yaml moves(List<MoveDefinition> moves) {
    List<Yaml> all = new ArrayList<>();
    for (MoveDefinition move : moves) {
      Yaml.Fields one = new Yaml.Fields().put("to", text(move.to()));
      put(one, "when", move.when());
      put(one, "guard", move.guard());
      if (!move.actions().isEmpty()) {
        one.put("do", actions(move.actions()));
      }
      put(one, "reason", move.reason());
      all.add(one.hasOnly("to") ? text(move.to()) : one);
    }
    return new Yaml.Items(all);
  }

  static Yaml invokes(List<InvokeDefinition> invokes) {
    return new Yaml.Items(invokes.stream().map(Written::invoke).toList());
  }

  private static Yaml invoke(InvokeDefinition invoke) {
    Yaml.Fields one = new Yaml.Fields();
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
          new Yaml.Fields()
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

  static Yaml actions(List<ActionDefinition> actions) {
    return new Yaml.Items(actions.stream().map(WrittenActions::of).toList());
  }
}
