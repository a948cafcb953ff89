package dev.statute.step.internal.compile;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.model.EventDescriptors;
import dev.statute.step.internal.model.NamedTimer;
import java.util.ArrayList;
import java.util.List;

/** Compiler of named timers. */
final class TimerCompiler {
  private final NameResolver names;
  private final ExpressionCompiler expressions;
  private final TypeEnvironment env;

  TimerCompiler(NameResolver names, ExpressionCompiler compiler, TypeEnvironment env) {
    this.names = names;
    this.expressions = compiler;
    this.env = env;
  }

  List<NamedTimer> compile(ChartDefinition chart) {
    List<NamedTimer> timers = new ArrayList<>();
    chart.timers().values().forEach(timer -> timers.add(timer(timers.size(), timer)));
    return List.copyOf(timers);
  }

  private NamedTimer timer(int number, TimerDefinition timer) {
    return new NamedTimer(
        number,
        timer.name().value(),
        timer.in().stream().mapToInt(names::stateOrAny).filter(n -> n >= 0).toArray(),
        timer.after().stream().map(after -> expressions.duration(after, env)).toList(),
        timer.every() == null ? null : expressions.period(timer.every(), env),
        restartOn(timer.restartOn()),
        timer.send(),
        timer.data() == null ? null : expressions.value(timer.data(), env),
        timer.emit() == null ? null : timer.emit().value(),
        timer.emitFields() == null ? null : expressions.map(timer.emitFields(), env));
  }

  private EventDescriptors restartOn(List<SourceText> words) {
    if (words.size() == 1 && words.get(0).value().equals("any")) {
      return new EventDescriptors(List.of("*"));
    }
    return StateCompiler.descriptors(words);
  }
}
