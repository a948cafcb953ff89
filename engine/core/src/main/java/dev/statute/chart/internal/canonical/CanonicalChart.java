package dev.statute.chart.internal.canonical;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldDefinition;
import dev.statute.chart.FieldType;
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
import dev.statute.chart.TypeDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Canonical form of a chart as maps and lists, without places. Ordered parts are lists, unordered
 * parts maps. Default values are left out, so a new key of the language changes no existing hash.
 */
public final class CanonicalChart {
  private final StateContents parts;

  private CanonicalChart(StateContents parts) {
    this.parts = parts;
  }

  public static Map<String, Object> of(ChartDefinition chart) {
    return new CanonicalChart(StateContents.of(chart)).tree(chart);
  }

  private Map<String, Object> tree(ChartDefinition chart) {
    TreeBuilder tree = new TreeBuilder();
    tree.put("chart", chart.name());
    tree.put("version", (long) chart.version());
    tree.put("policies", list(chart.policies(), this::policy));
    tree.put("settings", settings(chart.settings()));
    if (chart.data() != null) {
      tree.putAlways("data", list(chart.data().values(), CanonicalChart::data));
    }
    if (chart.events() != null) {
      TreeBuilder events = new TreeBuilder();
      chart
          .events()
          .values()
          .forEach(event -> events.putAlways(event.name().value(), payload(event)));
      tree.putAlways("events", events.members);
    }
    tree.put("root", state(0));
    tree.put("fields", list(chart.fields().values(), this::field));
    tree.put("timers", list(chart.timers().values(), this::timer));
    tree.put("on_unhandled", chart.onUnhandled().name());
    tree.put("on_error", chart.onError().name());
    if (!chart.hydrate().isEmpty()) {
      tree.putAlways("hydrate", texts(chart.hydrate()));
    }
    if (chart.spawnOn() != null) {
      tree.putAlways("spawn_on", texts(chart.spawnOn()));
    }
    return tree.members;
  }

  private static TreeBuilder data(DataDefinition item) {
    TreeBuilder tree =
        new TreeBuilder()
            .put("name", item.name())
            .put("type", item.type() == null ? null : type(item.type()));
    Object initial = item.initial();
    return initial == null ? tree : tree.putAlways("initial", initial);
  }

  private TreeBuilder policy(PackReference pack) {
    return new TreeBuilder()
        .put("name", pack.name())
        .put("disable", texts(pack.disable()))
        .put("settings", settings(pack.settings()));
  }

  private static Map<String, @Nullable Object> settings(Map<String, SettingDefinition> settings) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    settings.forEach((name, setting) -> values.put(name, setting.value()));
    return values;
  }

  /** Type with the fields of the chart's own types in place of their names. */
  private static String type(FieldType type) {
    TypeDefinition row = type.row();
    return row == null
        ? type.text()
        : type.text()
            + row.fields().entrySet().stream()
                .map(field -> field.getKey() + ": " + type(field.getValue()))
                .collect(Collectors.joining(", ", " { ", " }"));
  }

  private static Map<String, Object> payload(EventDefinition event) {
    TreeBuilder payload = new TreeBuilder();
    event.payload().forEach((name, type) -> payload.put(name, type(type)));
    if (event.open()) {
      payload.put("...", "any");
    }
    return payload.members;
  }

  private TreeBuilder field(FieldDefinition field) {
    return new TreeBuilder()
        .put("name", field.name())
        .put("prompt", field.prompt())
        .put("required", field.required())
        .put("check", field.check())
        .put("message", field.message());
  }

  private TreeBuilder timer(TimerDefinition timer) {
    return new TreeBuilder()
        .put("name", timer.name())
        .put("in", texts(timer.in()))
        .put("after", texts(timer.after()))
        .put("every", timer.every())
        .put("restart_on", texts(timer.restartOn()))
        .put("send", timer.send())
        .put("data", CanonicalAction.value(timer.data()))
        .put("emit", timer.emit())
        .put(
            "fields",
            timer.emitFields() == null ? null : CanonicalAction.pairs(timer.emitFields()));
  }

  private TreeBuilder state(int number) {
    StateDefinition state = parts.index().state(number);
    TreeBuilder tree = new TreeBuilder();
    tree.put("id", state.id());
    tree.put("kind", state.kind().name());
    tree.put("states", list(parts.index().children(number), this::state));
    InitialDefinition initial = state.initial();
    if (initial != null) {
      tree.put("initial", targets(initial.targets()));
      tree.put("initial_do", CanonicalAction.list(initial.actions()));
    }
    tree.put("entry", CanonicalAction.list(state.entry()));
    tree.put("exit", CanonicalAction.list(state.exit()));
    tree.put("transitions", list(parts.transitions(number), this::transition));
    tree.put("moves", list(parts.moves(number), this::move));
    tree.put("defer", texts(state.defer()));
    if (state.output() != null) {
      tree.putAlways("output", CanonicalAction.pairs(state.output()));
    }
    tree.put("tags", texts(state.tags()));
    tree.put("requires", texts(state.requires()));
    tree.put("invokes", list(state.invokes(), this::invoke));
    return tree;
  }

  private TreeBuilder transition(TransitionDefinition transition) {
    TreeBuilder tree = new TreeBuilder();
    if (transition.trigger() instanceof OnEvent on) {
      tree.put("on", texts(on.descriptors()));
    } else if (transition.trigger() instanceof After after) {
      tree.put("after", after.duration());
    }
    return tree.put("to", targets(transition.targets()))
        .put("when", transition.when())
        .put("guard", transition.guard())
        .put("do", CanonicalAction.list(transition.actions()))
        .put("internal", transition.internal())
        .put("reason", transition.reason());
  }

  private TreeBuilder move(MoveDefinition move) {
    return new TreeBuilder()
        .put("to", targets(List.of(move.to())))
        .put("when", move.when())
        .put("guard", move.guard())
        .put("do", CanonicalAction.list(move.actions()))
        .put("reason", move.reason());
  }

  private TreeBuilder invoke(InvokeDefinition invoke) {
    TreeBuilder tree =
        new TreeBuilder()
            .put("chart", invoke.chart())
            .put("task", invoke.task())
            .put("id", invoke.id())
            .put("with", CanonicalAction.value(invoke.with()))
            .put("timeout", invoke.timeout())
            .put("autoforward", invoke.autoforward())
            .put("finalize", CanonicalAction.list(invoke.finalizing()));
    InvokeDefinition.Retry retry = invoke.retry();
    if (retry != null) {
      tree.put("retry", List.of((long) retry.max(), retry.backoff().value(), retry.factor()));
    }
    return tree;
  }

  /** Lists targets by id, independent of the path they are written with. */
  private List<Object> targets(List<SourceText> targets) {
    List<Object> ids = new ArrayList<>();
    for (SourceText target : targets) {
      int number = parts.index().resolve(target.value());
      ids.add(number < 0 ? target.value() : parts.index().state(number).id().value());
    }
    return ids;
  }

  private static List<Object> texts(List<SourceText> texts) {
    return new ArrayList<>(texts.stream().map(SourceText::value).toList());
  }

  private static <T> List<Object> list(Collection<T> all, Function<T, TreeBuilder> write) {
    return new ArrayList<>(all.stream().map(write).map(branch -> branch.members).toList());
  }

  /** Builder of a map that skips empty values. */
  static final class TreeBuilder {
    final Map<String, Object> members = new LinkedHashMap<>();

    TreeBuilder put(String key, @Nullable Object value) {
      if (value == null) {
        return this;
      }
      boolean isEmpty =
          value.equals(false)
              || (value instanceof Collection<?> list && list.isEmpty())
              || (value instanceof Map<?, ?> map && map.isEmpty());
      return isEmpty ? this : putAlways(key, value);
    }

    /** Adds a value, even if empty. */
    TreeBuilder putAlways(String key, Object value) {
      members.put(
          key,
          value instanceof SourceText text
              ? text.value()
              : value instanceof TreeBuilder branch ? branch.members : value);
      return this;
    }
  }
}
