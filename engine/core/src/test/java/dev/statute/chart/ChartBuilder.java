package dev.statute.chart;

import dev.statute.chart.ChartDefinition.OnError;
import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Builder of charts for tests. Every text gets its own line of {@code test.yaml}, in call order.
 */
public final class ChartBuilder {
  private int line;
  private final State root;
  private final String name;
  private final List<PackReference> policies = new ArrayList<>();
  private final Map<String, SettingDefinition> settings = new LinkedHashMap<>();
  private @Nullable Map<String, DataDefinition> data;
  private @Nullable Map<String, EventDefinition> events;
  private final List<RowDefinition> rows = new ArrayList<>();
  private final List<MoveDefinition> moves = new ArrayList<>();
  private final Map<String, FieldDefinition> fields = new LinkedHashMap<>();
  private final Map<String, TimerDefinition> timers = new LinkedHashMap<>();
  private Unhandled unhandled = Unhandled.IGNORE;
  private OnError onError = OnError.ROLLBACK;

  private ChartBuilder(String name) {
    this.name = name;
    root = new State(name);
  }

  public static ChartDefinition chart(String name, UnaryOperator<ChartBuilder> content) {
    return content.apply(new ChartBuilder(name)).build();
  }

  /** Creates a text with a unique place. */
  public SourceText text(String value) {
    return SourceText.of(value, place());
  }

  public Place place() {
    return new Place("test.yaml", ++line, 1);
  }

  private List<SourceText> texts(String... values) {
    List<SourceText> texts = new ArrayList<>();
    for (String value : values) {
      texts.add(text(value));
    }
    return List.copyOf(texts);
  }

  public ChartBuilder root(UnaryOperator<State> content) {
    content.apply(root);
    return this;
  }

  public ChartBuilder state(String id) {
    return state(id, s -> s);
  }

  public ChartBuilder state(String id, UnaryOperator<State> content) {
    root.state(id, content);
    return this;
  }

  public ChartBuilder initial(String... targets) {
    root.initial(targets);
    return this;
  }

  public ChartBuilder on(String descriptors, String... targets) {
    root.on(descriptors, targets);
    return this;
  }

  public ChartBuilder policy(String pack, SettingDefinition... entries) {
    Map<String, SettingDefinition> own = new LinkedHashMap<>();
    for (SettingDefinition entry : entries) {
      own.put(entry.name().value(), entry);
    }
    policies.add(new PackReference(text(pack), List.of(), own));
    return this;
  }

  public ChartBuilder setting(String key, @Nullable Object value) {
    settings.put(key, new SettingDefinition(text(key), value));
    return this;
  }

  public ChartBuilder data(String key, @Nullable Object initial) {
    return data(key, null, initial);
  }

  /** Adds data in the long form; {@code type} as written in charts. */
  public ChartBuilder data(String key, @Nullable String type, @Nullable Object initial) {
    if (data == null) {
      data = new LinkedHashMap<>();
    }
    data.put(key, new DataDefinition(text(key), type == null ? null : type(type), initial));
    return this;
  }

  /** Adds {@code event("Go", "n: int", "why: string?")}; {@code "..."} leaves it open. */
  public ChartBuilder event(String event, String... payload) {
    if (events == null) {
      events = new LinkedHashMap<>();
    }
    Map<String, FieldType> types = new LinkedHashMap<>();
    boolean open = false;
    for (String field : payload) {
      if (field.equals("...")) {
        open = true;
      } else {
        int colon = field.indexOf(':');
        types.put(field.substring(0, colon).trim(), type(field.substring(colon + 1).trim()));
      }
    }
    events.put(event, new EventDefinition(text(event), types, open));
    return this;
  }

  /** Parses a type as written in charts. */
  public static FieldType type(String written) {
    boolean optional = written.endsWith("?");
    String word = optional ? written.substring(0, written.length() - 1) : written;
    boolean list = word.startsWith("[");
    String kind = list ? word.substring(1, word.length() - 1) : word;
    return new FieldType(FieldType.Kind.valueOf(kind.toUpperCase(Locale.ROOT)), list, optional);
  }

  /** Adds a row of the table form; {@code from} lists states separated by commas. */
  public ChartBuilder row(String from, String on, String... targets) {
    rows.add(
        new RowDefinition(texts(from.split(" *, *")), transition(onEvent(on), t -> t.to(targets))));
    return this;
  }

  public ChartBuilder move(String from, String... targets) {
    for (String target : targets) {
      moves.add(move(text(from), target));
    }
    return this;
  }

  public ChartBuilder field(String key, boolean required, @Nullable String check) {
    SourceText prompt = text("Please give " + key);
    fields.put(
        key,
        new FieldDefinition(text(key), prompt, required, check == null ? null : text(check), null));
    return this;
  }

  /** Adds a required field without a check; {@code prompt} is a template. */
  public ChartBuilder prompt(String key, String prompt) {
    fields.put(key, new FieldDefinition(text(key), text(prompt), true, null, null));
    return this;
  }

  public ChartBuilder timer(String key, String in, String after, @Nullable String send) {
    return timer(key, in, after, send, new String[0]);
  }

  public ChartBuilder timer(
      String key, String in, String after, @Nullable String send, String... restartOn) {
    SourceText named = text(key);
    timers.put(
        key,
        new TimerDefinition(
            named,
            texts(in.split(" *, *")),
            texts(after),
            null,
            texts(restartOn),
            send == null ? null : text(send),
            null,
            null,
            null,
            named.place()));
    return this;
  }

  /** Adds a periodic timer that sends an event, emits, or both. */
  public ChartBuilder every(
      String key, String in, String period, @Nullable String send, @Nullable String emit) {
    SourceText named = text(key);
    timers.put(
        key,
        new TimerDefinition(
            named,
            texts(in.split(" *, *")),
            List.of(),
            text(period),
            List.of(),
            send == null ? null : text(send),
            null,
            emit == null ? null : text(emit),
            null,
            named.place()));
    return this;
  }

  /** Adds a timer with several delays; {@code after} lists them separated by commas. */
  public ChartBuilder instants(String key, String in, String after, String send) {
    SourceText named = text(key);
    timers.put(
        key,
        new TimerDefinition(
            named,
            texts(in.split(" *, *")),
            texts(after.split(" *, *")),
            null,
            List.of(),
            text(send),
            null,
            null,
            null,
            named.place()));
    return this;
  }

  /** Adds a periodic timer that sends an event with data and emits with fields. */
  public ChartBuilder every(
      String key,
      String in,
      String period,
      String send,
      ValueDefinition data,
      String emit,
      Map<String, ValueDefinition> emitFields) {
    SourceText named = text(key);
    timers.put(
        key,
        new TimerDefinition(
            named,
            texts(in),
            List.of(),
            text(period),
            List.of(),
            text(send),
            data,
            text(emit),
            emitFields,
            named.place()));
    return this;
  }

  public ChartBuilder onUnhandled(Unhandled what) {
    unhandled = what;
    return this;
  }

  public ChartBuilder onError(OnError what) {
    onError = what;
    return this;
  }

  private ChartDefinition build() {
    StateDefinition built = root.build();
    return new ChartDefinition(
        built.id(),
        1,
        policies,
        settings,
        data,
        events,
        built,
        rows,
        moves,
        fields,
        timers,
        unhandled,
        onError,
        List.of(),
        null,
        null);
  }

  private TransitionDefinition.OnEvent onEvent(String descriptors) {
    return new TransitionDefinition.OnEvent(texts(descriptors.split(" *, *")));
  }

  private TransitionDefinition transition(
      TransitionDefinition.Trigger trigger, UnaryOperator<Arrow> content) {
    Arrow arrow = content.apply(new Arrow());
    return new TransitionDefinition(
        trigger,
        arrow.targets,
        arrow.when,
        arrow.guard,
        arrow.actions,
        arrow.internal,
        arrow.reason,
        place());
  }

  private MoveDefinition move(@Nullable SourceText from, String to) {
    SourceText target = text(to);
    return new MoveDefinition(from, target, null, null, List.of(), null, target.place());
  }

  /** Builder of a transition without its trigger. */
  public final class Arrow {
    private List<SourceText> targets = List.of();
    private @Nullable SourceText when;
    private @Nullable SourceText guard;
    private @Nullable SourceText reason;
    private boolean internal;
    private List<ActionDefinition> actions = List.of();

    private Arrow() {}

    public Arrow to(String... ids) {
      targets = texts(ids);
      return this;
    }

    public Arrow when(String expression) {
      when = text(expression);
      return this;
    }

    public Arrow guard(String permission) {
      guard = text(permission);
      return this;
    }

    public Arrow reason(String template) {
      reason = text(template);
      return this;
    }

    public Arrow internal() {
      internal = true;
      return this;
    }

    public Arrow does(ActionDefinition... list) {
      actions = List.of(list);
      return this;
    }
  }

  /** Builder of a state and its contents. */
  public final class State {
    private final SourceText id;
    private @Nullable Kind kind;
    private final List<StateDefinition> states = new ArrayList<>();
    private @Nullable InitialDefinition initial;
    private List<ActionDefinition> entry = List.of();
    private List<ActionDefinition> exit = List.of();
    private final List<TransitionDefinition> transitions = new ArrayList<>();
    private final List<MoveDefinition> moves = new ArrayList<>();
    private List<SourceText> defer = List.of();
    private @Nullable Map<String, ValueDefinition> output;
    private List<SourceText> tags = List.of();
    private List<SourceText> requires = List.of();
    private final List<InvokeDefinition> invokes = new ArrayList<>();

    private State(String id) {
      this.id = text(id);
    }

    public State state(String child) {
      return state(child, s -> s);
    }

    public State state(String child, UnaryOperator<State> content) {
      states.add(content.apply(new State(child)).build());
      return this;
    }

    public State parallel() {
      kind = Kind.PARALLEL;
      return this;
    }

    /** Adds {@code final: true}. */
    public State last() {
      kind = Kind.FINAL;
      return this;
    }

    public State history(boolean deep) {
      kind = deep ? Kind.DEEP_HISTORY : Kind.SHALLOW_HISTORY;
      return this;
    }

    public State initial(String... targets) {
      initial = new InitialDefinition(texts(targets), List.of());
      return this;
    }

    public State initial(String target, List<ActionDefinition> actions) {
      initial = new InitialDefinition(texts(target), actions);
      return this;
    }

    public State entry(ActionDefinition... actions) {
      entry = List.of(actions);
      return this;
    }

    public State exit(ActionDefinition... actions) {
      exit = List.of(actions);
      return this;
    }

    public State on(String descriptors, String... targets) {
      return on(descriptors, t -> t.to(targets));
    }

    public State on(String descriptors, UnaryOperator<Arrow> content) {
      transitions.add(transition(onEvent(descriptors), content));
      return this;
    }

    public State always(UnaryOperator<Arrow> content) {
      transitions.add(transition(new TransitionDefinition.Always(), content));
      return this;
    }

    public State after(String duration, UnaryOperator<Arrow> content) {
      transitions.add(transition(new TransitionDefinition.After(text(duration)), content));
      return this;
    }

    public State moves(String... targets) {
      for (String target : targets) {
        moves.add(move(null, target));
      }
      return this;
    }

    public State defer(String... descriptors) {
      defer = texts(descriptors);
      return this;
    }

    public State output(String key, String expression) {
      if (output == null) {
        output = new LinkedHashMap<>();
      }
      output.put(key, new ValueDefinition.Expr(text(expression)));
      return this;
    }

    public State tags(String... words) {
      tags = texts(words);
      return this;
    }

    public State requires(String... expressions) {
      requires = texts(expressions);
      return this;
    }

    public State invokeTask(String task) {
      return invokeTask(task, false);
    }

    public State invokeTask(String task, boolean autoforward, ActionDefinition... finalizing) {
      invokes.add(
          new InvokeDefinition(
              null,
              text(task),
              id,
              null,
              null,
              null,
              autoforward,
              List.of(finalizing),
              id.place()));
      return this;
    }

    private StateDefinition build() {
      Kind shape = kind != null ? kind : states.isEmpty() ? Kind.ATOMIC : Kind.COMPOUND;
      return new StateDefinition(
          id,
          shape,
          states,
          initial,
          entry,
          exit,
          transitions,
          moves,
          defer,
          output,
          tags,
          requires,
          invokes,
          id.place());
    }
  }
}
