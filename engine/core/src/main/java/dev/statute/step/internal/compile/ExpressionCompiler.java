package dev.statute.step.internal.compile;

import dev.statute.chart.ValueDefinition;
import dev.statute.expr.Durations;
import dev.statute.expr.EvaluationException;
import dev.statute.expr.Expression;
import dev.statute.expr.Path;
import dev.statute.expr.Template;
import dev.statute.expr.Type;
import dev.statute.expr.TypeEnvironment;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
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
import org.jspecify.annotations.Nullable;

/**
 * Compiles the texts of a chart: conditions, values, templates, durations. What is wrong with one
 * is reported, and something that is never run stands in its place.
 */
final class ExpressionCompiler {
  private static final CompiledValue NOTHING = scope -> null;
  private static final long MOST = Duration.ofDays(36_500).toMillis();
  private final Problems problems;
  private final @Nullable Set<String> settings;
  private final Set<String> progress = new LinkedHashSet<>();
  private final Set<String> durations = new LinkedHashSet<>();

  private ExpressionCompiler(Problems problems, @Nullable Set<String> settings) {
    this.problems = problems;
    this.settings = settings;
  }

  /** Reports what is wrong. */
  static ExpressionCompiler checking(Problems problems) {
    return new ExpressionCompiler(problems, null);
  }

  /** Only collects which settings are read, before it is known what they are. */
  static ExpressionCompiler reading() {
    return new ExpressionCompiler(new Problems(), new LinkedHashSet<>());
  }

  /** What {@link #reading} collected. */
  Set<String> settings() {
    return settings == null ? Set.of() : settings;
  }

  /** The paths of which the value, as it is, is taken for a duration somewhere. */
  Set<String> durations() {
    return durations;
  }

  /** Names of the counters of {@code progress} that are read; empty for one that is computed. */
  Set<String> progress() {
    return progress;
  }

  private TypeEnvironment seen(TypeEnvironment env) {
    if (settings == null) {
      return env;
    }
    TypeEnvironment open = TypeEnvironment.empty();
    for (String name : env.names()) {
      open = open.with(name, Type.DYN);
    }
    return open.withStates(env.stateIds(), env::state);
  }

  private void note(Set<String> paths) {
    for (String path : paths) {
      if (path.equals("progress") || path.startsWith("progress.")) {
        progress.add(path.substring(Math.min(path.length(), "progress.".length())));
      }
    }
    if (settings != null) {
      for (String path : paths) {
        if (path.startsWith("settings.")) {
          String rest = path.substring("settings.".length());
          int dot = rest.indexOf('.');
          settings.add(dot < 0 ? rest : rest.substring(0, dot));
        }
      }
    }
  }

  @Nullable CompiledCondition condition(@Nullable Text source, TypeEnvironment env) {
    Expression expression =
        source == null ? null : Expression.compile(source, seen(env), Type.BOOL, problems);
    if (expression != null) {
      note(expression.reads());
    }
    return expression == null ? null : new CompiledCondition(expression);
  }

  CompiledValue expression(Text source, TypeEnvironment env) {
    return expression(source, env, Type.DYN);
  }

  private CompiledValue expression(Text source, TypeEnvironment env, Type expected) {
    Expression expression = Expression.compile(source, seen(env), expected, problems);
    if (expression == null) {
      return NOTHING;
    }
    note(expression.reads());
    return value(expression);
  }

  private static CompiledValue value(Expression expression) {
    return scope -> {
      try {
        return expression.eval(scope);
      } catch (EvaluationException e) {
        throw ActionFailure.of(e, expression.source());
      }
    };
  }

  /** For a place where a value of that type is wanted; of a map, also each of its members. */
  CompiledValue value(ValueDefinition definition, TypeEnvironment env, Type expected) {
    if (definition instanceof ValueDefinition.Expr expr) {
      return expression(expr.source(), env, expected);
    }
    if (definition instanceof ValueDefinition.MapOf map
        && expected instanceof Type.RecordOf record) {
      Map<String, CompiledValue> members = new LinkedHashMap<>();
      map.members()
          .forEach(
              (name, member) -> {
                Type type = record.field(name);
                members.put(name, value(member, env, type == null ? Type.DYN : type));
              });
      return map(members);
    }
    return value(definition, env);
  }

  CompiledValue value(ValueDefinition definition, TypeEnvironment env) {
    if (definition instanceof ValueDefinition.Literal literal) {
      Object value = literal.value();
      return scope -> value;
    }
    if (definition instanceof ValueDefinition.Expr expr) {
      return expression(expr.source(), env);
    }
    if (definition instanceof ValueDefinition.ListOf list) {
      return list(list.members().stream().map(member -> value(member, env)).toList());
    }
    return map(((ValueDefinition.MapOf) definition).members(), env);
  }

  private static CompiledValue list(List<CompiledValue> members) {
    return scope -> {
      List<@Nullable Object> all = new ArrayList<>(members.size());
      members.forEach(member -> all.add(member.eval(scope)));
      return Collections.unmodifiableList(all);
    };
  }

  CompiledValue map(Map<String, ValueDefinition> definitions, TypeEnvironment env) {
    return map(values(definitions, env));
  }

  private static CompiledValue map(Map<String, CompiledValue> members) {
    return scope -> {
      Map<String, @Nullable Object> all = new LinkedHashMap<>();
      members.forEach((name, member) -> all.put(name, member.eval(scope)));
      return Collections.unmodifiableMap(all);
    };
  }

  Map<String, CompiledValue> values(Map<String, ValueDefinition> definitions, TypeEnvironment env) {
    Map<String, CompiledValue> members = new LinkedHashMap<>();
    definitions.forEach((name, definition) -> members.put(name, value(definition, env)));
    return Collections.unmodifiableMap(members);
  }

  /** A place in the data, or null after reporting what is wrong with it. */
  @Nullable Path path(Text source, TypeEnvironment env) {
    TypeEnvironment.Variable data = seen(env).variable("data");
    Path path = Path.compile(source, data == null ? Type.DYN : data.type(), seen(env), problems);
    if (path != null) {
      note(path.reads());
    }
    return path;
  }

  /** A template; of one that is not given, null. */
  @Nullable CompiledTemplate wording(@Nullable Text source, TypeEnvironment env) {
    Template template = source == null ? null : Template.compile(source, seen(env), problems);
    if (template == null) {
      return null;
    }
    note(template.reads());
    return scope -> {
      try {
        return template.render(scope);
      } catch (EvaluationException e) {
        throw ActionFailure.of(e, template.source());
      }
    };
  }

  /** A duration literal if it parses as one, else an expression. */
  CompiledDuration span(Text source, TypeEnvironment env) {
    Duration literal = Durations.parse(source.value());
    if (literal != null) {
      long millis = literal.toMillis();
      return scope -> millis;
    }
    if (Durations.isSpelled(source.value())) {
      Durations.parse(source, problems);
      return scope -> 0;
    }
    Expression expression = Expression.compile(source, seen(env), Type.DYN, problems);
    if (expression == null) {
      return scope -> 0;
    }
    note(expression.reads());
    durations.addAll(expression.results());
    Type type = expression.type();
    boolean isSetting =
        expression.results().stream().anyMatch(path -> path.startsWith("settings."));
    if (!Type.DURATION.accepts(type) && type != Type.STRING && (type != Type.INT || isSetting)) {
      problems.error(
          "E303",
          source,
          "this is " + type + ", wanted is duration",
          isSetting ? "give that setting a duration, such as 30s" : "write 30s, or an expression");
    }
    CompiledValue value = value(expression);
    return scope -> millis(value.eval(scope), source);
  }

  /** Reports what is wrong with a text, beside what it says. */
  void report(String code, Text at, String message, String fix) {
    problems.error(code, at, message, fix);
  }

  /** A duration that is known beforehand. */
  Duration literal(Text source) {
    Duration literal = Durations.parse(source, problems);
    return literal == null ? Duration.ZERO : literal;
  }

  /** A duration after which something comes again: there is some time in between. */
  CompiledDuration period(Text source, TypeEnvironment env) {
    CompiledDuration span = span(source, env);
    return scope -> {
      long millis = span.millis(scope);
      if (millis == 0) {
        throw new ActionFailure("'" + source.value() + "' is no time at all", source.place());
      }
      return millis;
    };
  }

  private static long millis(@Nullable Object value, Text source) {
    Duration parsed = value instanceof String text ? Durations.parse(text) : null;
    long millis =
        value instanceof Duration duration
            ? duration.toMillis()
            : value instanceof Long number ? number : parsed != null ? parsed.toMillis() : -1;
    if (millis < 0 || millis > MOST) {
      throw new ActionFailure(
          "'" + source.value() + "' gives " + value + ", which is no duration from 0 to 36500d",
          source.place());
    }
    return millis;
  }
}
