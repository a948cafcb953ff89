package dev.statute.step.internal.compile;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.internal.StateContents;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.problem.SourceText;
import dev.statute.step.Effect;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledInvocation;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.EventDescriptors;
import dev.statute.step.internal.scope.ExpressionEnvironments;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiler of states. */
final class StateCompiler {
  private static final Pattern CHART_FILE =
      Pattern.compile("^(?:.*[:/\\\\])?([^:/\\\\]+?)(?:\\.(?:scxml|xml|yaml|yml))?$");
  private final ChartIndex index;
  private final NameResolver names;
  private final ExpressionCompiler expressions;
  private final ActionCompiler actions;
  private final TransitionCompiler transitions;
  private final TypeEnvironment env;

  StateCompiler(
      StateContents parts,
      NameResolver names,
      ExpressionCompiler compiler,
      ActionCompiler actions,
      ExpressionEnvironments environments) {
    this.index = parts.index();
    this.names = names;
    this.expressions = compiler;
    this.actions = actions;
    env = environments.forAnyEvent();
    transitions = new TransitionCompiler(parts, names, compiler, actions, environments);
  }

  List<CompiledState> compile() {
    List<CompiledState> nodes = new ArrayList<>();
    for (int number = 0; number < index.size(); number++) {
      nodes.add(state(number));
    }
    return List.copyOf(nodes);
  }

  private CompiledState state(int number) {
    StateDefinition state = index.state(number);
    String id = state.id().value();
    return new CompiledState(
        number,
        id,
        state.kind(),
        index.parent(number),
        index.subtreeEnd(number),
        children(number, false),
        children(number, true),
        initial(number, state),
        state.initial() == null
            ? ActionBlock.NONE
            : actions.block(state.initial().actions(), env, "initial of " + id),
        actions.block(state.entry(), env, "entry of " + id),
        actions.block(state.exit(), env, "exit of " + id),
        transitions.on(number),
        transitions.always(number),
        transitions.listedMoves(number),
        transitions.after(number),
        descriptors(state.defer()),
        state.tags().stream().map(SourceText::value).toList(),
        requires(state),
        state.invokes().stream().map(this::invocation).toList(),
        state.output() == null ? null : expressions.values(state.output(), env));
  }

  private List<CompiledCondition> requires(StateDefinition state) {
    return state.requires().stream()
        .map(source -> expressions.condition(source, env))
        .filter(Objects::nonNull)
        .toList();
  }

  private int[] children(int number, boolean histories) {
    return index.children(number).stream()
        .filter(child -> index.state(child).kind().isHistory() == histories)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns the default entry; of a history without one, that of its parent. */
  private int[] initial(int number, StateDefinition state) {
    InitialDefinition written = state.initial();
    if (written != null) {
      int[] targets = names.states(written.targets());
      if (targets.length > 0) {
        return targets;
      }
    }
    if (state.kind().isHistory()) {
      int parent = index.parent(number);
      return index.state(parent).kind() == Kind.PARALLEL
          ? children(parent, false)
          : initial(parent, index.state(parent));
    }
    int[] children = children(number, false);
    return state.kind() == Kind.COMPOUND && children.length > 0
        ? new int[] {children[0]}
        : new int[0];
  }

  private CompiledInvocation invocation(InvokeDefinition invoke) {
    return new CompiledInvocation(
        invoke.id().value(),
        chart(invoke.chart()),
        invoke.task() == null ? null : invoke.task().value(),
        invoke.with() == null ? null : expressions.value(invoke.with(), env),
        invoke.timeout() == null ? null : expressions.duration(invoke.timeout(), env),
        invoke.retry() == null ? null : retry(invoke.retry()),
        invoke.autoforward(),
        actions.block(invoke.finalizing(), env, "finalize of " + invoke.id()));
  }

  /** Compiles a chart's name, or a template of a name or file. */
  private @Nullable CompiledTemplate chart(@Nullable SourceText written) {
    CompiledTemplate wording = expressions.template(written, env);
    return wording == null || written == null || !written.value().contains("${")
        ? wording
        : scope -> CHART_FILE.matcher(wording.render(scope)).replaceFirst("$1");
  }

  private Effect.Retry retry(InvokeDefinition.Retry retry) {
    return new Effect.Retry(
        retry.max(), expressions.durationLiteral(retry.backoff()), retry.factor());
  }

  static EventDescriptors descriptors(List<SourceText> words) {
    return words.isEmpty()
        ? EventDescriptors.NONE
        : new EventDescriptors(words.stream().map(SourceText::value).toList());
  }
}
