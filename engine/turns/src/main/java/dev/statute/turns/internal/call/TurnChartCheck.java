package dev.statute.turns.internal.call;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ActionDefinition.Branch;
import dev.statute.chart.ActionDefinition.Call;
import dev.statute.chart.ActionDefinition.Each;
import dev.statute.chart.ActionDefinition.If;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.chart.ValueDefinition.Expr;
import dev.statute.chart.ValueDefinition.ListOf;
import dev.statute.chart.ValueDefinition.Literal;
import dev.statute.chart.ValueDefinition.MapOf;
import dev.statute.expr.DurationFormat;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Check of a chart for turns before it runs: presence of the four states, and the arguments of each
 * built-in call.
 */
public final class TurnChartCheck {
  private static final Pattern SETTING = Pattern.compile("settings\\.(\\w+)");

  private final ProblemCollector problems = new ProblemCollector();

  private final Map<String, SettingDefinition> settings;

  /** True if the chart makes a built-in call. */
  private boolean turns;

  private TurnChartCheck(ChartDefinition chart) {
    settings = chart.settings();
  }

  /** Tests for a chart with turn calls. */
  public static boolean usesTurns(ChartDefinition chart) {
    TurnChartCheck check = new TurnChartCheck(chart);
    check.checkAll(chart);
    return check.turns;
  }

  public static List<Problem> check(ChartDefinition chart) {
    TurnChartCheck check = new TurnChartCheck(chart);
    for (HeadStatus status : HeadStatus.values()) {
      if (chart.root().states().stream().noneMatch(s -> s.id().value().equals(status.word()))) {
        check.problems.error(
            "A103",
            chart.name(),
            "a chart of turns has a top-level state '" + status.word() + "'; this one has none",
            "extend charts/agent-turn.yaml");
      }
    }
    check.checkAll(chart);
    return check.problems.sorted();
  }

  private void checkAll(ChartDefinition chart) {
    state(chart.root());
    chart.rows().forEach(row -> actions(row.transition().actions()));
    chart.moves().forEach(move -> actions(move.actions()));
  }

  private void state(StateDefinition state) {
    actions(state.entry());
    actions(state.exit());
    if (state.initial() != null) {
      actions(state.initial().actions());
    }
    state.transitions().forEach(transition -> actions(transition.actions()));
    state.moves().forEach(move -> actions(move.actions()));
    state.states().forEach(this::state);
  }

  private void actions(List<ActionDefinition> actions) {
    for (ActionDefinition action : actions) {
      if (action instanceof Call call) {
        call(call);
      } else if (action instanceof If branches) {
        for (Branch branch : branches.branches()) {
          actions(branch.actions());
        }
      } else if (action instanceof Each each) {
        actions(each.actions());
      } else if (action instanceof ActionDefinition.Block block) {
        actions(block.actions());
      }
    }
  }

  private void call(Call call) {
    BuiltInCall builtIn = BuiltInCall.of(call.handler().value());
    turns |= builtIn != null;
    if (builtIn == null) {
      problems.error(
          "A101",
          call.handler(),
          "a chart of turns cannot call '" + call.handler().value() + "': nobody carries it out",
          SpellingSuggestion.fix(
              call.handler().value(),
              BuiltInCall.handlers(),
              "calls are " + String.join(", ", BuiltInCall.handlers())));
      return;
    }
    ValueDefinition with = call.with();
    Map<String, ValueDefinition> given = with instanceof MapOf map ? map.members() : Map.of();
    if (with != null && !(with instanceof MapOf)) {
      problems.error(
          "A102", call.handler(), builtIn.handler() + " is given a map", "write with: { … }");
      return;
    }
    given.forEach((name, value) -> argument(call, builtIn, name, value));
    for (BuiltInCall.Argument argument : builtIn.arguments().values()) {
      if (argument.required() && !given.containsKey(argument.name())) {
        problems.error(
            "A102",
            call.handler(),
            builtIn.handler() + " needs '" + argument.name() + "'",
            "add " + argument.name() + ": a value of type " + argument.kind().word());
      }
    }
  }

  private void argument(Call call, BuiltInCall builtIn, String name, ValueDefinition value) {
    BuiltInCall.Argument argument = builtIn.arguments().get(name);
    if (argument == null) {
      problems.error(
          "A102",
          call.handler(),
          builtIn.handler() + " takes no '" + name + "'",
          SpellingSuggestion.fix(name, builtIn.arguments().keySet(), "remove it"));
      return;
    }
    if (argument.kind() == BuiltInCall.Kind.DURATION && isWithoutUnit(call, value)) {
      return;
    }
    String wrong = mismatch(argument, value);
    if (wrong != null) {
      problems.error(
          "A102",
          value instanceof Expr expr ? expr.source() : call.handler(),
          "'" + name + "' of " + builtIn.handler() + " is " + wrong,
          argument.words().isEmpty()
              ? "give a value of type " + argument.kind().word()
              : "give one of " + String.join(", ", argument.words()));
    }
  }

  /**
   * Tests for a duration that is a plain number in the chart or in a setting, which is reported.
   */
  private boolean isWithoutUnit(Call call, ValueDefinition value) {
    Matcher read = SETTING.matcher(value instanceof Expr expr ? expr.source().value().strip() : "");
    SettingDefinition setting = read.matches() ? settings.get(read.group(1)) : null;
    Object written =
        setting != null
            ? setting.value()
            : value instanceof Literal literal ? literal.value() : null;
    if (!(written instanceof Number)) {
      return false;
    }
    problems.error(
        "A102",
        setting == null ? call.handler() : setting.name(),
        DurationFormat.invalidMessage(written),
        DurationFormat.suggestFix(written));
    return true;
  }

  /** Returns the mismatch of a constant value, or null; computed values are checked at run time. */
  private static @Nullable String mismatch(BuiltInCall.Argument argument, ValueDefinition value) {
    if (value instanceof ListOf || value instanceof MapOf) {
      return "no list or map";
    }
    if (value instanceof Literal literal) {
      boolean number = literal.value() instanceof Long && argument.kind() != BuiltInCall.Kind.TEXT;
      return number || (literal.value() == null && !argument.required())
          ? null
          : "not '" + literal.value() + "'";
    }
    String source = ((Expr) value).source().value().strip();
    boolean quoted =
        source.length() >= 2
            && source.charAt(0) == '\''
            && source.indexOf('\'', 1) == source.length() - 1;
    if (!quoted) {
      return null;
    }
    String text = source.substring(1, source.length() - 1);
    boolean fits =
        argument.kind() == BuiltInCall.Kind.TEXT
            && (argument.words().isEmpty() || argument.words().contains(text));
    return fits ? null : "not '" + text + "'";
  }
}
