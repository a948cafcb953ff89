package dev.statute.step.internal.compile;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import dev.statute.step.Effect;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.ActionContext;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledAction;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledDuration;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.CompiledValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiler of actions to closures, one method per kind. */
final class ActionCompiler {
  private static final CompiledValue EMPTY_MAP = scope -> Map.of();

  /** Possessive, as a repeated group needs stack for each token. */
  private static final Predicate<String> EVENT_NAME =
      Pattern.compile("[^\\s,.*]+(\\.[^\\s,.*]+)*+").asMatchPredicate();

  /** SCXML's address of a chart's own internal queue, written {@code raise} in charts. */
  private static final String INTERNAL = "#_internal";

  private final ExpressionCompiler expressions;
  private final AssignmentCompiler assignments;
  private final NameResolver names;
  private final Function<String, ValueType> payloadTypes;
  private int localSlots;

  /**
   * @param payloads name of an event → type of its data
   */
  ActionCompiler(
      ExpressionCompiler compiler,
      AssignmentCompiler changes,
      NameResolver names,
      Function<String, ValueType> payloads) {
    this.expressions = compiler;
    this.assignments = changes;
    this.names = names;
    this.payloadTypes = payloads;
  }

  /** Returns the number of slots that a scope needs for all compiled actions. */
  int localSlots() {
    return localSlots;
  }

  ActionBlock block(List<ActionDefinition> definitions, TypeEnvironment env, String in) {
    return definitions.isEmpty()
        ? ActionBlock.NONE
        : new ActionBlock(actions(definitions, env), in);
  }

  private List<CompiledAction> actions(List<ActionDefinition> definitions, TypeEnvironment env) {
    List<CompiledAction> actions = new ArrayList<>();
    definitions.forEach(definition -> actions.add(action(definition, env)));
    return actions;
  }

  private CompiledAction action(ActionDefinition definition, TypeEnvironment env) {
    CompiledAction action = compile(definition, env);
    Place place = definition.place();
    return act -> {
      act.countAction(place);
      action.run(act);
    };
  }

  private CompiledAction compile(ActionDefinition definition, TypeEnvironment env) {
    if (definition instanceof ActionDefinition.Raise raise) {
      return raise(raise, env);
    }
    if (definition instanceof ActionDefinition.Send send) {
      return send(send, env);
    }
    if (definition instanceof ActionDefinition.Cancel cancel) {
      names.checkSendId(cancel.id());
      String id = cancel.id().value();
      return act -> act.cancelSend(id);
    }
    if (definition instanceof ActionDefinition.Emit emit) {
      CompiledValue fields = expressions.map(emit.fields(), env);
      String type = emit.type().value();
      return act -> act.addEffect(new Effect.Emit(type, evaluateMap(fields, act, emit.type())));
    }
    if (definition instanceof ActionDefinition.Call call) {
      return call(call, env);
    }
    if (definition instanceof ActionDefinition.Restart restart) {
      int timer = names.timer(restart.timer());
      CompiledDuration after =
          restart.after() == null ? null : expressions.duration(restart.after(), env);
      return act -> act.restartTimer(timer, after == null ? null : after.millis(act.scope()));
    }
    if (definition instanceof ActionDefinition.Log log) {
      CompiledTemplate message = expressions.template(log.message(), env);
      return act -> {
        String told = render(message, act);
        act.chargeData(told, 0, log.place());
        act.addEffect(new Effect.Log(told));
      };
    }
    if (definition instanceof ActionDefinition.If choice) {
      return conditional(choice, env);
    }
    if (definition instanceof ActionDefinition.Each each) {
      return each(each, env);
    }
    if (definition instanceof ActionDefinition.Block block) {
      List<CompiledAction> inner = actions(block.actions(), env);
      return act -> act.runBlock(inner);
    }
    if (definition instanceof ActionDefinition.Fill fill) {
      CompiledValue values = expressions.value(fill.values(), env);
      return act -> {
        if (!(values.evaluate(act.scope()) instanceof Map<?, ?> map)) {
          throw new ActionFailure("fill needs a map of values", fill.place());
        }
        act.chargeData(map, 0, fill.place());
        act.fillFields(map, fill.place());
      };
    }
    if (definition instanceof ActionDefinition.Fail fail) {
      CompiledValue message = expressions.value(fail.message(), env);
      return act -> {
        throw new ActionFailure(String.valueOf(message.evaluate(act.scope())), fail.place());
      };
    }
    return assignments.compile(definition, env);
  }

  private CompiledAction raise(ActionDefinition.Raise raise, TypeEnvironment env) {
    String name = raise.event().value();
    CompiledValue data = data(raise.data(), env, payloadTypes.apply(name));
    if (name.equals("event_name")) {
      CompiledValue computed = expressions.expression(raise.event(), env);
      return act ->
          act.raise(
              String.valueOf(computed.evaluate(act.scope())),
              evaluateMap(data, act, raise.event()),
              raise.event().place());
    }
    return act -> act.raise(name, evaluateMap(data, act, raise.event()), raise.event().place());
  }

  private CompiledAction send(ActionDefinition.Send send, TypeEnvironment env) {
    boolean own = send.to() == null;
    CompiledValue data =
        data(send.data(), env, own ? payloadTypes.apply(send.event().value()) : ValueType.DYN);
    CompiledTemplate to = expressions.template(send.to(), env);
    CompiledDuration after =
        send.after() == null ? scope -> 0 : expressions.duration(send.after(), env);
    String id = send.id() == null ? null : send.id().value();
    CompiledTemplate computed = send.isComputed() ? expressions.template(send.event(), env) : null;
    return act -> {
      try {
        SourceText event =
            computed == null ? send.event() : checkName(render(computed, act), send.event());
        Map<String, ?> given = evaluateMap(data, act, event);
        String address = own ? null : render(to, act);
        if (INTERNAL.equals(address)) {
          act.raise(event.value(), given, event.place());
        } else {
          act.sendEvent(event, given, address, after.millis(act.scope()), id);
        }
      } catch (ActionFailure failure) {
        throw failure.withSendId(id);
      }
    };
  }

  /** Checks a computed name. */
  private static SourceText checkName(String name, SourceText source) {
    if (!EVENT_NAME.test(name)) {
      throw new ActionFailure("'" + name + "' is no name of an event", source.place());
    }
    return SourceText.of(name, source.place());
  }

  private CompiledAction call(ActionDefinition.Call call, TypeEnvironment env) {
    CompiledValue with = data(call.with(), env, ValueType.DYN);
    String handler = call.handler().value();
    return act ->
        act.addEffect(
            new Effect.Call(handler, evaluateMap(with, act, call.handler()), call.optional()));
  }

  private CompiledAction conditional(ActionDefinition.If choice, TypeEnvironment env) {
    record Branch(@Nullable CompiledCondition when, List<CompiledAction> actions) {}
    List<Branch> branches = new ArrayList<>();
    for (ActionDefinition.Branch branch : choice.branches()) {
      branches.add(
          new Branch(expressions.condition(branch.when(), env), actions(branch.actions(), env)));
    }
    return act -> {
      for (Branch branch : branches) {
        if (branch.when == null || branch.when.holds(act.scope())) {
          branch.actions.forEach(action -> action.run(act));
          return;
        }
      }
    };
  }

  private CompiledAction each(ActionDefinition.Each each, TypeEnvironment env) {
    CompiledValue in = expressions.value(each.in(), env);
    names.checkVariable(each.item(), env, null);
    TypeEnvironment inner = env.withVariable(each.item().value(), ValueType.DYN);
    expressions.expression(each.item(), inner);
    int item = inner.slots() - 1;
    SourceText index = each.index();
    if (index != null) {
      names.checkVariable(index, env, each.item());
      inner = inner.withVariable(index.value(), ValueType.DYN);
      expressions.expression(index, inner);
    }
    int at = index == null ? -1 : inner.slots() - 1;
    localSlots = Math.max(localSlots, inner.slots());
    List<CompiledAction> actions = actions(each.actions(), inner);
    return act -> {
      Object value = in.evaluate(act.scope());
      if (!(value instanceof List<?>) && !(value instanceof Map<?, ?>)) {
        throw new ActionFailure("each needs a list or a map, not " + value, each.place());
      }
      long number = 0;
      for (Object member : value instanceof List<?> list ? list : ((Map<?, ?>) value).keySet()) {
        act.countAction(each.place());
        act.setLocal(item, member);
        if (at >= 0) {
          act.setLocal(at, number++);
        }
        actions.forEach(action -> action.run(act));
      }
    };
  }

  private CompiledValue data(
      @Nullable ValueDefinition definition, TypeEnvironment env, ValueType expected) {
    return definition == null ? EMPTY_MAP : expressions.value(definition, env, expected);
  }

  @SuppressWarnings(
      "unchecked") // expressions create only maps with string keys, or this fails below
  private static Map<String, ?> evaluateMap(CompiledValue value, ActionContext act, SourceText at) {
    Object data = value.evaluate(act.scope());
    if (!(data instanceof Map<?, ?> map)) {
      throw new ActionFailure("the data of '" + at + "' must be a map, not " + data, at.place());
    }
    for (Object key : map.keySet()) {
      if (!(key instanceof String)) {
        throw new ActionFailure(
            "the data of '" + at + "' has the key " + key + ", no text", at.place());
      }
    }
    act.chargeData(map, 0, at.place());
    return (Map<String, ?>) map;
  }

  private static String render(@Nullable CompiledTemplate wording, ActionContext act) {
    return wording == null ? "" : wording.render(act.scope());
  }
}
