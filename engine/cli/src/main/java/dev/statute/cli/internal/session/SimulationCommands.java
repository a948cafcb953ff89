package dev.statute.cli.internal.session;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.ReservedEvents;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.expr.DurationFormat;
import dev.statute.json.JsonText;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.session.SimulatedInstance;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import dev.statute.yaml.YamlTree;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parser and executor of the commands of a simulation. */
final class SimulationCommands {
  private static final List<String> COMMANDS =
      List.of(
          "event",
          "move",
          "record",
          "after",
          "why",
          "enabled",
          "state",
          "data",
          "progress",
          "phases",
          "stuck",
          "undo",
          "save as test",
          "help",
          "quit");
  private static final String HELP =
      """
        EVENT {field: value}       an event, with data if it has any; 'event EVENT' if its name is a command's
        move STATE                 asks for a state
        record {type: tool_call, tool: edit}   something the agent did
        after 10m                  lets time pass; timers fire on the way
        why EVENT, why move STATE  what would come of it, which rules speak, and what the others lack
        enabled                    all events and moves that mean something now
        state, data, progress      where it is, what it holds, what was counted
        phases                     phases of the work, blockers, changed files
        stuck                      whether it is, and which findings hold
        undo                       takes the last input back
        save as test NAME FILE     writes what was played as a test that expects what was seen
        quit
      """;

  private final Console console;
  private final PrintStream out;
  private final SimulatedInstance simulation;
  private final Chart chart;
  private final Path file;
  private final Map<String, String> settings;
  private boolean over;

  SimulationCommands(
      Console console,
      SimulatedInstance simulation,
      Chart chart,
      Path file,
      Map<String, String> settings) {
    this.console = console;
    this.out = console.out();
    this.simulation = simulation;
    this.chart = chart;
    this.file = file;
    this.settings = settings;
  }

  /** True after the command to quit. */
  boolean isOver() {
    return over;
  }

  /** Executes a line; prints a message and returns false if it is not understood. */
  boolean execute(String text) {
    String command = text.strip();
    if (command.isEmpty() || command.startsWith("#")) {
      return true;
    }
    try {
      return executeCommand(command);
    } catch (UsageException refused) {
      out.println("  ? " + refused.getMessage());
      return false;
    }
  }

  private boolean executeCommand(String command) {
    String[] words = command.split("\\s+", 2);
    String rest = words.length > 1 ? words[1].strip() : "";
    switch (words[0]) {
      case "quit", "exit" -> over = true;
      case "help" -> out.print(HELP);
      case "state" -> state();
      case "data" -> out.println("  " + JsonText.write(simulation.session().snapshot().data()));
      case "undo" -> undo();
      case "enabled", "progress", "phases", "stuck" -> simulation.play(Map.of("query", words[0]));
      case "after" -> {
        return simulation.play(
            Map.of("advance", requireArgument(rest, "after takes a duration: after 10m")));
      }
      case "move" -> {
        return simulation.play(
            Map.of(
                "move",
                requireState(requireArgument(rest, "move takes a state: move " + exampleState()))));
      }
      case "record" -> {
        return simulation.play(record(rest));
      }
      case "why" -> explain(requireArgument(rest, "why takes an event, or 'move' and a state"));
      case "save" -> new TestSaver(console, file, settings).save(simulation, rest);
      case "event" -> {
        return simulation.play(event(requireArgument(rest, "event takes a name"), false));
      }
      default -> {
        return simulation.play(event(command, true));
      }
    }
    return true;
  }

  private static Map<String, Object> record(String rest) {
    Map<String, Object> record = rest.isEmpty() ? Map.of() : parseObject(rest);
    if (!record.containsKey("type")) {
      throw new UsageException("a record says its type: record {type: tool_call, tool: edit}");
    }
    return record;
  }

  private static String requireArgument(String rest, String what) {
    if (rest.isEmpty()) {
      throw new UsageException(what);
    }
    return rest;
  }

  private void state() {
    Snapshot snapshot = simulation.session().snapshot();
    Instant now = simulation.session().now();
    String ends = snapshot.isDone() ? "ended in " : "rests in ";
    String clock = "clock +" + DurationFormat.format(Duration.between(Instant.EPOCH, now));
    Instant due = snapshot.due();
    String next =
        due == null
            ? ""
            : ", something is due in " + DurationFormat.format(Duration.between(now, due));
    out.println("  " + ends + String.join(", ", snapshot.configuration()) + "; " + clock + next);
  }

  private void undo() {
    if (!simulation.undo()) {
      throw new UsageException("there is nothing to take back");
    }
    state();
  }

  private void explain(String about) {
    String[] words = about.split("\\s+", 2);
    boolean isMove = words[0].equals("move") && words.length > 1;
    Input input;
    if (isMove) {
      input = new Input.Move(requireState(words[1].strip()));
    } else {
      Map<String, ?> event = event(about.replaceFirst("^event\\s+", ""), false);
      input = new Input.Event(String.valueOf(event.get("event")), data(event), null);
    }
    StepFinder.FoundStep found =
        new StepFinder.FoundStep(0, simulation.session().now(), simulation.why(input), "");
    new ExplainText(out, console.style(), true).print(found);
  }

  @SuppressWarnings("unchecked") // made by event(), which uses text keys
  private static @Nullable Map<String, ?> data(Map<String, ?> event) {
    return (Map<String, ?>) event.get("data");
  }

  private String requireState(String state) {
    if (ChartIndex.of(chart.definition()).resolve(state) < 0) {
      String near = SpellingSuggestion.nearest(state, chart.states());
      throw new UsageException("no state is called '" + state + "'" + suggestion(near));
    }
    return state;
  }

  private String exampleState() {
    return chart.states().isEmpty() ? "STATE" : chart.states().get(0);
  }

  /**
   * Parses a line with an event; an event unknown to a chart with declarations is most likely a
   * typing error.
   */
  private Map<String, ?> event(String text, boolean checked) {
    int brace = text.indexOf('{');
    String name = (brace < 0 ? text : text.substring(0, brace)).strip();
    if (name.isEmpty() || name.chars().anyMatch(Character::isWhitespace)) {
      throw new UsageException("'" + text + "' is no command" + suggestion(nearCommand(text)));
    }
    Map<String, EventDefinition> declared = chart.definition().events();
    if (checked
        && declared != null
        && !declared.containsKey(name)
        && !ReservedEvents.isReserved(name)) {
      List<String> known = new ArrayList<>(declared.keySet());
      known.addAll(COMMANDS);
      throw new UsageException(
          "'"
              + name
              + "' is neither a command nor an event"
              + suggestion(SpellingSuggestion.nearest(name, known)));
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", name);
    if (brace >= 0) {
      line.put("data", parseObject(text.substring(brace)));
    }
    return line;
  }

  private static @Nullable String nearCommand(String text) {
    return SpellingSuggestion.nearest(text.split("\\s+", 2)[0], COMMANDS);
  }

  private static String suggestion(@Nullable String near) {
    return near == null ? "; 'help' lists what there is" : ", did you mean '" + near + "'?";
  }

  private static Map<String, Object> parseObject(String text) {
    Loaded<YamlTree> read = YamlTree.read(new Source("data", text));
    YamlTree tree = read.value();
    if (tree == null) {
      throw new UsageException(
          "'" + text + "' cannot be read: " + read.problems().get(0).message());
    }
    if (!(tree.plain() instanceof Map<?, ?> plain)) {
      throw new UsageException("data is a map: {field: value}, not " + tree.described());
    }
    Map<String, Object> map = new LinkedHashMap<>();
    plain.forEach((key, value) -> map.put(String.valueOf(key), value));
    return map;
  }
}
