package dev.statute.step.reference;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Generator of random charts: nested, parallel, with histories, finals, several and deep targets.
 */
public final class RandomChartGenerator {
  public static final List<String> EVENTS = List.of("a", "b", "b.c", "c", "d");
  private static final List<String> WORDS =
      List.of("a", "b", "b.c", "c", "c", "d", "i", "i.j", "b.*", "error", "error.execution", "*");

  /** Possible senders of an event. */
  public static final List<String> ORIGINS = List.of("x", "y");

  private static final List<String> METAS =
      List.of(
          "event_meta.type == 'external'",
          "event_meta.type == 'internal'",
          "event_meta.type == 'platform'",
          "event_meta.type == ''",
          "event_meta.origin == 'x'",
          "event_meta.origin == 'y'");

  private final Random random;
  private final String prefix;
  private final List<Draft> all = new ArrayList<>();
  private int line;

  public RandomChartGenerator(Random random) {
    this(random, "s");
  }

  /** Creates a generator of the same charts with other state names. */
  public RandomChartGenerator(Random random, String prefix) {
    this.random = random;
    this.prefix = prefix;
  }

  /** State of a growing chart. */
  private static final class Draft {
    final String id;
    final Draft parent;
    final Kind kind;
    final List<Draft> children = new ArrayList<>();

    Draft(String id, Draft parent, Kind kind) {
      this.id = id;
      this.parent = parent;
      this.kind = kind;
    }

    boolean isInside(Draft other) {
      return parent != null && (parent == other || parent.isInside(other));
    }

    Draft common(Draft other) {
      Draft at = this;
      while (at != other && !other.isInside(at)) {
        at = at.parent;
      }
      return at;
    }
  }

  public ChartDefinition chart() {
    Draft root = new Draft("chart", null, Kind.COMPOUND);
    grow(root, 0);
    StateDefinition built = build(root);
    return new ChartDefinition(
        built.id(),
        1,
        List.of(),
        Map.of(),
        null,
        null,
        built,
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        ChartDefinition.Unhandled.IGNORE,
        ChartDefinition.OnError.DROP,
        List.of(),
        null,
        null);
  }

  private void grow(Draft parent, int depth) {
    int count = 2 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Kind kind = Kind.ATOMIC;
      int die = random.nextInt(10);
      if (depth < 3 && die < 3 && all.size() < 14) {
        kind = Kind.COMPOUND;
      } else if (depth < 3 && die < 5 && all.size() < 12) {
        kind = Kind.PARALLEL;
      } else if (die == 5 && i > 0 && parent.kind == Kind.COMPOUND) {
        kind = Kind.FINAL;
      }
      Draft child = add(parent, kind);
      if (kind == Kind.COMPOUND || kind == Kind.PARALLEL) {
        grow(child, depth + 1);
      }
    }
    if (parent.parent != null && random.nextInt(3) == 0) {
      add(parent, random.nextBoolean() ? Kind.SHALLOW_HISTORY : Kind.DEEP_HISTORY);
    }
  }

  private Draft add(Draft parent, Kind kind) {
    Draft child = new Draft(prefix + all.size(), parent, kind);
    all.add(child);
    parent.children.add(child);
    return child;
  }

  private StateDefinition build(Draft draft) {
    List<TransitionDefinition> transitions = new ArrayList<>();
    if (draft.kind != Kind.FINAL && !draft.kind.isHistory()) {
      int count = random.nextInt(4);
      for (int i = 0; i < count; i++) {
        transitions.add(transition(draft));
      }
    }
    boolean acts = !draft.kind.isHistory();
    return new StateDefinition(
        text(draft.id),
        draft.kind,
        draft.children.stream().map(this::build).toList(),
        initial(draft),
        acts ? actions() : List.of(),
        acts && draft.parent != null ? actions() : List.of(),
        transitions,
        List.of(),
        List.of(),
        null,
        List.of(),
        List.of(),
        List.of(),
        place());
  }

  private InitialDefinition initial(Draft draft) {
    if (draft.kind.isHistory()) {
      List<Draft> children = regular(draft.parent);
      return random.nextBoolean() || draft.parent.kind == Kind.PARALLEL
          ? null
          : new InitialDefinition(List.of(text(one(children).id)), List.of());
    }
    if (draft.kind != Kind.COMPOUND || random.nextInt(3) > 0) {
      return null;
    }
    List<Draft> inside =
        all.stream().filter(s -> s.isInside(draft) && !s.kind.isHistory()).toList();
    return new InitialDefinition(texts(targets(inside)), List.of());
  }

  private static List<Draft> regular(Draft parent) {
    return parent.children.stream().filter(s -> !s.kind.isHistory()).toList();
  }

  private TransitionDefinition transition(Draft source) {
    boolean always = random.nextInt(40) == 0;
    TransitionDefinition.Trigger trigger =
        always
            ? new TransitionDefinition.Always()
            : new TransitionDefinition.OnEvent(texts(words()));
    List<String> targets = random.nextInt(8) == 0 && !always ? List.of() : targets(all);
    String when = null;
    if (always || random.nextInt(3) == 0) {
      String asked =
          random.nextInt(4) == 0 ? "(" + one(METAS) + ")" : "active('" + one(regular()).id + "')";
      when = (random.nextBoolean() ? "!" : "") + asked;
    }
    return new TransitionDefinition(
        trigger,
        texts(targets),
        when == null ? null : text(when),
        null,
        actions(),
        random.nextInt(3) == 0 && !targets.isEmpty(),
        null,
        place());
  }

  private List<Draft> regular() {
    return all.stream().filter(s -> !s.kind.isHistory()).toList();
  }

  private List<String> words() {
    String word = one(WORDS);
    if (random.nextInt(5) == 0) {
      word = "done.state." + one(regular()).id;
    }
    return random.nextInt(6) == 0 ? List.of(word, one(WORDS)) : List.of(word);
  }

  /** Returns one target, or two that can be active together. */
  private List<String> targets(List<Draft> among) {
    Draft first = one(among);
    if (random.nextInt(3) == 0) {
      for (Draft second : among) {
        Draft common = first.common(second);
        if (common != first
            && common != second
            && common.kind == Kind.PARALLEL
            && !first.kind.isHistory()
            && !second.kind.isHistory()) {
          return List.of(first.id, second.id);
        }
      }
    }
    return List.of(first.id);
  }

  private List<ActionDefinition> actions() {
    if (random.nextInt(10) > 0) {
      return List.of();
    }
    List<ActionDefinition> actions = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      actions.add(random.nextInt(3) == 0 ? block(0) : simple());
    }
    return actions;
  }

  private ActionDefinition block(int depth) {
    List<ActionDefinition> inside = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      inside.add(depth == 0 && random.nextInt(4) == 0 ? block(1) : simple());
    }
    return new ActionDefinition.Block(inside, place());
  }

  private ActionDefinition simple() {
    return random.nextInt(4) == 0
        ? new ActionDefinition.Fail(new ValueDefinition.Expr(text("'no'")), place())
        : new ActionDefinition.Raise(text(random.nextBoolean() ? "i" : "i.j"), null, place());
  }

  private <T> T one(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private SourceText text(String value) {
    return SourceText.of(value, place());
  }

  private List<SourceText> texts(List<String> values) {
    return values.stream().map(this::text).toList();
  }

  private Place place() {
    return new Place("random.yaml", ++line, 1);
  }
}
