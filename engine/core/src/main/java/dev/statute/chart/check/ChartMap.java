package dev.statute.chart.check;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldDefinition;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.After;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A chart as plain maps and lists, without places. What has an order is a list, what has none a
 * map; what says nothing is left out, so that a new key of the language changes no old hash.
 */
final class ChartMap {
  private final StateContents parts;

  private ChartMap(StateContents parts) {
    this.parts = parts;
  }

  static Map<String, Object> of(ChartDefinition chart) {
    return new ChartMap(StateContents.of(chart)).tree(chart);
  }

  private Map<String, Object> tree(ChartDefinition chart) {
    Branch tree = new Branch();
    tree.put("chart", chart.name());
    tree.put("version", (long) chart.version());
    tree.put("policies", each(chart.policies(), this::pack));
    tree.put("settings", settings(chart.settings()));
    if (chart.data() != null) {
      tree.keep(
          "data",
          each(
              chart.data().values(),
              item ->
                  new Branch()
                      .put("name", item.name())
                      .put("type", item.type() == null ? null : FieldTypes.word(item.type()))
                      .put("initial", item.initial())));
    }
    if (chart.events() != null) {
      Branch events = new Branch();
      chart.events().values().forEach(event -> events.keep(event.name().value(), payload(event)));
      tree.keep("events", events.all);
    }
    tree.put("root", state(0));
    tree.put("fields", each(chart.fields().values(), this::field));
    tree.put("timers", each(chart.timers().values(), this::timer));
    tree.put("on_unhandled", chart.onUnhandled().name());
    tree.put("on_error", chart.onError().name());
    if (!chart.hydrate().isEmpty()) {
      tree.keep("hydrate", texts(chart.hydrate()));
    }
    return tree.all;
  }

  private Branch pack(PackReference pack) {
    return new Branch()
        .put("name", pack.name())
        .put("disable", texts(pack.disable()))
        .put("settings", settings(pack.settings()));
  }

  private static Map<String, @Nullable Object> settings(Map<String, SettingDefinition> settings) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    settings.forEach((name, setting) -> values.put(name, setting.value()));
    return values;
  }

  private static Map<String, Object> payload(EventDefinition event) {
    Branch payload = new Branch();
    event.payload().forEach((name, type) -> payload.put(name, FieldTypes.word(type)));
    if (event.open()) {
      payload.put("...", "any");
    }
    return payload.all;
  }

  private Branch field(FieldDefinition field) {
    return new Branch()
        .put("name", field.name())
        .put("prompt", field.prompt())
        .put("required", field.required())
        .put("check", field.check())
        .put("message", field.message());
  }

  private Branch timer(TimerDefinition timer) {
    return new Branch()
        .put("name", timer.name())
        .put("in", texts(timer.in()))
        .put("after", texts(timer.after()))
        .put("every", timer.every())
        .put("restart_on", texts(timer.restartOn()))
        .put("send", timer.send())
        .put("data", ActionMap.value(timer.data()))
        .put("emit", timer.emit())
        .put("fields", timer.emitFields() == null ? null : ActionMap.pairs(timer.emitFields()));
  }

  private Branch state(int number) {
    StateDefinition state = parts.index().state(number);
    Branch tree = new Branch();
    tree.put("id", state.id());
    tree.put("kind", state.kind().name());
    tree.put("states", each(parts.index().children(number), this::state));
    InitialDefinition initial = state.initial();
    if (initial != null) {
      tree.put("initial", targets(initial.targets()));
      tree.put("initial_do", ActionMap.list(initial.actions()));
    }
    tree.put("entry", ActionMap.list(state.entry()));
    tree.put("exit", ActionMap.list(state.exit()));
    tree.put("transitions", each(parts.transitions(number), this::transition));
    tree.put("moves", each(parts.moves(number), this::move));
    tree.put("defer", texts(state.defer()));
    if (state.output() != null) {
      tree.keep("output", ActionMap.pairs(state.output()));
    }
    tree.put("tags", texts(state.tags()));
    tree.put("requires", texts(state.requires()));
    tree.put("invokes", each(state.invokes(), this::invoke));
    return tree;
  }

  private Branch transition(TransitionDefinition transition) {
    Branch tree = new Branch();
    if (transition.trigger() instanceof OnEvent on) {
      tree.put("on", texts(on.descriptors()));
    } else if (transition.trigger() instanceof After after) {
      tree.put("after", after.duration());
    }
    return tree.put("to", targets(transition.targets()))
        .put("when", transition.when())
        .put("guard", transition.guard())
        .put("do", ActionMap.list(transition.actions()))
        .put("internal", transition.internal())
        .put("reason", transition.reason());
  }

  private Branch move(MoveDefinition move) {
    return new Branch()
        .put("to", targets(List.of(move.to())))
        .put("when", move.when())
        .put("guard", move.guard())
        .put("do", ActionMap.list(move.actions()))
        .put("reason", move.reason());
  }

  private Branch invoke(InvokeDefinition invoke) {
    Branch tree =
        new Branch()
            .put("chart", invoke.chart())
            .put("task", invoke.task())
            .put("id", invoke.id())
            .put("with", ActionMap.value(invoke.with()))
            .put("timeout", invoke.timeout())
            .put("autoforward", invoke.autoforward())
            .put("finalize", ActionMap.list(invoke.finalizing()));
    InvokeDefinition.Retry retry = invoke.retry();
    if (retry != null) {
      tree.put("retry", List.of((long) retry.max(), retry.backoff().value(), retry.factor()));
    }
    return tree;
  }

  /** A target as the id it means, whatever path it is written with. */
  private List<Object> targets(List<Text> targets) {
    List<Object> ids = new ArrayList<>();
    for (Text target : targets) {
      int number = parts.index().resolve(target.value());
      ids.add(number < 0 ? target.value() : parts.index().state(number).id().value());
    }
    return ids;
  }

  private static List<Object> texts(List<Text> texts) {
    return new ArrayList<>(texts.stream().map(Text::value).toList());
  }

  private static <T> List<Object> each(Collection<T> all, Function<T, Branch> write) {
    return new ArrayList<>(all.stream().map(write).map(branch -> branch.all).toList());
  }

  /** A map in the making: what says nothing is not put. */
  static final class Branch {
    final Map<String, Object> all = new LinkedHashMap<>();

    Branch put(String key, @Nullable Object value) {
      if (value == null) {
        return this;
      }
      boolean silent =
          value.equals(false)
              || (value instanceof Collection<?> list && list.isEmpty())
              || (value instanceof Map<?, ?> map && map.isEmpty());
      return silent ? this : keep(key, value);
    }

    /** Also what is empty. */
    Branch keep(String key, Object value) {
      all.put(
          key,
          value instanceof Text text
              ? text.value()
              : value instanceof Branch branch ? branch.all : value);
      return this;
    }
  }
}
