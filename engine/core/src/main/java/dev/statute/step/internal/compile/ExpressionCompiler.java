package dev.statute.step.internal.compile;

import dev.statute.chart.ValueDefinition;
import dev.statute.expr.DurationFormat;
import dev.statute.expr.internal.DataPath;
import dev.statute.expr.internal.Expression;
import dev.statute.expr.internal.TextTemplate;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledDuration;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.CompiledValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compiler of a chart's texts: conditions, values, templates, durations. An invalid text is
 * reported and replaced by a placeholder that never runs.
 */
public final class ExpressionCompiler {
  private static final CompiledValue NULL_VALUE = scope -> null;
  private static final long MAX_MILLIS = Duration.ofDays(36_500).toMillis();
  private static final Pattern SETTING =
      Pattern.compile("\\bsettings\\s*\\.\\s*([A-Za-z_][A-Za-z0-9_]*)");
  private final ProblemCollector problems;
  private final @Nullable Set<String> settings;
  private final Set<String> counters = new LinkedHashSet<>();
  private final Set<String> durations = new LinkedHashSet<>();

  private ExpressionCompiler(ProblemCollector problems, @Nullable Set<String> settings) {
    this.problems = problems;
    this.settings = settings;
  }

  /** Creates a compiler that reports problems. */
  public static ExpressionCompiler withProblems(ProblemCollector problems) {
    return new ExpressionCompiler(problems, null);
  }

  /** Creates a compiler that only collects the settings read, before their values are known. */
  static ExpressionCompiler collectingSettings() {
    return new ExpressionCompiler(new ProblemCollector(), new LinkedHashSet<>());
  }

  /** Returns the settings that {@link #collectingSettings} collected. */
  Set<String> settings() {
    return settings == null ? Set.of() : settings;
  }

  /** Returns the paths of values that are used as durations somewhere. */
  Set<String> durations() {
    return durations;
  }

  /**
   * Returns the names of the counters of {@code progress} that are read; empty for a computed name.
   */
  Set<String> counters() {
    return counters;
  }

  private TypeEnvironment visible(TypeEnvironment env) {
    if (settings == null) {
      return env;
    }
    TypeEnvironment open = TypeEnvironment.empty();
    for (String name : env.variables().keySet()) {
      open = open.withVariable(name, ValueType.DYN);
    }
    return open.withStates(env.stateIds(), env::stateNumber);
  }

  private void recordReads(Set<String> paths) {
    for (String path : paths) {
      if (path.equals("progress") || path.startsWith("progress.")) {
        counters.add(path.substring(Math.min(path.length(), "progress.".length())));
      } else if (settings != null && path.startsWith("settings.")) {
        String rest = path.substring("settings.".length());
        int dot = rest.indexOf('.');
        settings.add(dot < 0 ? rest : rest.substring(0, dot));
      }
    }
  }

  private @Nullable Expression compile(SourceText source, TypeEnvironment env, ValueType expected) {
    Expression expression = Expression.compile(source, visible(env), expected, problems);
    if (expression != null) {
      recordReads(expression.readPaths());
    } else if (settings != null) {
      // a mistake elsewhere in the expression does not make its settings unknown
      SETTING.matcher(source.value()).results().forEach(read -> settings.add(read.group(1)));
    }
    return expression;
  }

  @Nullable CompiledCondition condition(@Nullable SourceText source, TypeEnvironment env) {
    Expression expression = source == null ? null : compile(source, env, ValueType.BOOL);
    return expression == null ? null : new CompiledCondition(expression);
  }

  CompiledValue expression(SourceText source, TypeEnvironment env) {
    return expression(source, env, ValueType.DYN);
  }

  private CompiledValue expression(SourceText source, TypeEnvironment env, ValueType expected) {
    Expression expression = compile(source, env, expected);
    return expression == null ? NULL_VALUE : value(expression);
  }

  private static CompiledValue value(Expression expression) {
    return scope -> {
      try {
        return expression.evaluate(scope);
      } catch (EvaluationException e) {
        throw ActionFailure.of(e, expression.source());
      }
    };
  }

  /** Compiles a value of the expected type; of a map, also each of its members. */
  public CompiledValue value(ValueDefinition definition, TypeEnvironment env, ValueType expected) {
    if (definition instanceof ValueDefinition.Literal literal) {
      Object value = literal.value();
      return scope -> value;
    }
    if (definition instanceof ValueDefinition.Expr expr) {
      return expression(expr.source(), env, expected);
    }
    if (definition instanceof ValueDefinition.ListOf list) {
      return list(list.members().stream().map(member -> value(member, env)).toList());
    }
    Map<String, CompiledValue> members = new LinkedHashMap<>();
    ((ValueDefinition.MapOf) definition)
        .members()
        .forEach(
            (name, member) -> members.put(name, value(member, env, memberType(expected, name))));
    return map(members);
  }

  private static ValueType memberType(ValueType map, String name) {
    ValueType type = map instanceof ValueType.RecordOf record ? record.field(name) : null;
    return type == null ? ValueType.DYN : type;
  }

  CompiledValue value(ValueDefinition definition, TypeEnvironment env) {
    return value(definition, env, ValueType.DYN);
  }

  private static CompiledValue list(List<CompiledValue> members) {
    return scope -> {
      List<@Nullable Object> all = new ArrayList<>(members.size());
      members.forEach(member -> all.add(member.evaluate(scope)));
      return Collections.unmodifiableList(all);
    };
  }

  CompiledValue map(Map<String, ValueDefinition> definitions, TypeEnvironment env) {
    return map(values(definitions, env));
  }

  private static CompiledValue map(Map<String, CompiledValue> members) {
    return scope -> {
      Map<String, @Nullable Object> all = new LinkedHashMap<>();
      members.forEach((name, member) -> all.put(name, member.evaluate(scope)));
      return Collections.unmodifiableMap(all);
    };
  }

  Map<String, CompiledValue> values(Map<String, ValueDefinition> definitions, TypeEnvironment env) {
    Map<String, CompiledValue> members = new LinkedHashMap<>();
    definitions.forEach((name, definition) -> members.put(name, value(definition, env)));
    return Collections.unmodifiableMap(members);
  }

  /** Compiles a path of the data; null after reporting a problem. */
  @Nullable
  public DataPath path(SourceText source, TypeEnvironment env) {
    TypeEnvironment.Variable data = visible(env).variable("data");
    DataPath path =
        DataPath.compile(
            source, data == null ? ValueType.DYN : data.type(), visible(env), problems);
    if (path != null) {
      recordReads(path.readPaths());
    }
    return path;
  }

  /** Compiles a template; null if none is given. */
  @Nullable CompiledTemplate template(@Nullable SourceText source, TypeEnvironment env) {
    TextTemplate template =
        source == null ? null : TextTemplate.compile(source, visible(env), problems);
    if (template == null) {
      return null;
    }
    recordReads(template.readPaths());
    return scope -> {
      try {
        return template.render(scope);
      } catch (EvaluationException e) {
        throw ActionFailure.of(e, template.source());
      }
    };
  }

  /** Compiles a duration: a literal if it parses as one, else an expression. */
  CompiledDuration duration(SourceText source, TypeEnvironment env) {
    Duration literal = DurationFormat.parse(source.value());
    if (literal != null) {
      long millis = literal.toMillis();
      return scope -> millis;
    }
    if (DurationFormat.looksLikeDuration(source.value())) {
      DurationFormat.parse(source, problems);
      return scope -> 0;
    }
    Expression expression = compile(source, env, ValueType.DYN);
    if (expression == null) {
      return scope -> 0;
    }
    durations.addAll(expression.resultPaths());
    ValueType type = expression.type();
    boolean isSetting =
        expression.resultPaths().stream().anyMatch(path -> path.startsWith("settings."));
    if (!ValueType.DURATION.accepts(type)
        && type != ValueType.STRING
        && (type != ValueType.INT || isSetting)) {
      problems.error(
          "E303",
          source,
          "this is " + type + ", wanted is duration",
          isSetting ? "give that setting a duration, such as 30s" : "write 30s, or an expression");
    }
    CompiledValue value = value(expression);
    return scope -> millis(value.evaluate(scope), source);
  }

  /** Parses a literal duration. */
  Duration durationLiteral(SourceText source) {
    Duration literal = DurationFormat.parse(source, problems);
    return literal == null ? Duration.ZERO : literal;
  }

  /** Reports a problem of a text, with its place. */
  void reportError(String code, SourceText at, String message, String fix) {
    problems.error(code, at, message, fix);
  }

  /** Compiles the period of a timer, which must be positive. */
  CompiledDuration period(SourceText source, TypeEnvironment env) {
    CompiledDuration span = duration(source, env);
    return scope -> {
      long millis = span.millis(scope);
      if (millis == 0) {
        throw new ActionFailure("'" + source.value() + "' is no time at all", source.place());
      }
      return millis;
    };
  }

  private static long millis(@Nullable Object value, SourceText source) {
    Duration parsed = value instanceof String text ? DurationFormat.parse(text) : null;
    long millis =
        value instanceof Duration duration
            ? duration.toMillis()
            : value instanceof Long number ? number : parsed != null ? parsed.toMillis() : -1;
    if (millis < 0 || millis > MAX_MILLIS) {
      throw new ActionFailure(
          "'" + source.value() + "' gives " + value + ", which is no duration from 0 to 36500d",
          source.place());
    }
    return millis;
  }
}
