package dev.statute.step.internal.compile;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.expr.Type;
import dev.statute.expr.TypeEnvironment;
import dev.statute.problem.Place;
import dev.statute.problem.Text;
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

/** Compiles actions, one method each, to closures over what they need. */
final class ActionCompiler {
  private static final CompiledValue EMPTY = scope -> Map.of();

  private static final Predicate<String> NAME =
      Pattern.compile("[^\\s,.*]+(\\.[^\\s,.*]+)*").asMatchPredicate();

  /** SCXML's address of a chart's own internal queue; a chart says {@code raise}. */
  private static final String INTERNAL = "#_internal";

  private final ExpressionCompiler phrases;
  private final AssignmentCompiler changes;
  private final NameResolver names;
  private final Function<String, Type> payloads;
  private int locals;

  /**
   * @param payloads name of an event → what its data must be
   */
  ActionCompiler(
      ExpressionCompiler phrases,
      AssignmentCompiler changes,
      NameResolver names,
      Function<String, Type> payloads) {
    this.phrases = phrases;
    this.changes = changes;
    this.names = names;
    this.payloads = payloads;
  }

  /** How many slots a scope needs for all that was compiled. */
  int locals() {
    return locals;
  }

  ActionBlock block(List<ActionDefinition> definitions, TypeEnvironment env, String in) {
    return definitions.isEmpty() ? ActionBlock.NONE : new ActionBlock(list(definitions, env), in);
  }

  private List<CompiledAction> list(List<ActionDefinition> definitions, TypeEnvironment env) {
    List<CompiledAction> actions = new ArrayList<>();
    definitions.forEach(definition -> actions.add(action(definition, env)));
    return actions;
  }

  private CompiledAction action(ActionDefinition definition, TypeEnvironment env) {
    CompiledAction action = uncounted(definition, env);
    Place place = definition.place();
    return act -> {
      act.count(place);
      action.run(act);
    };
  }

  private CompiledAction uncounted(ActionDefinition definition, TypeEnvironment env) {
    if (definition instanceof ActionDefinition.Raise raise) {
      return raise(raise, env);
    }
    if (definition instanceof ActionDefinition.Send send) {
      return send(send, env);
    }
    if (definition instanceof ActionDefinition.Cancel cancel) {
      names.sendId(cancel.id());
      String id = cancel.id().value();
      return act -> act.cancel(id);
    }
    if (definition instanceof ActionDefinition.Emit emit) {
      CompiledValue fields = phrases.map(emit.fields(), env);
      String type = emit.type().value();
      return act -> act.effect(new Effect.Emit(type, map(fields, act, emit.type())));
    }
    if (definition instanceof ActionDefinition.Call call) {
      return call(call, env);
    }
    if (definition instanceof ActionDefinition.Restart restart) {
      int timer = names.timer(restart.timer());
      CompiledDuration after = restart.after() == null ? null : phrases.span(restart.after(), env);
      return act -> act.restart(timer, after == null ? null : after.millis(act.scope()));
    }
    if (definition instanceof ActionDefinition.Log log) {
      CompiledTemplate message = phrases.wording(log.message(), env);
      return act -> {
        String told = text(message, act);
        act.spend(told, 0, log.place());
        act.effect(new Effect.Log(told));
      };
    }
    if (definition instanceof ActionDefinition.If choice) {
      return choice(choice, env);
    }
    if (definition instanceof ActionDefinition.Each each) {
      return each(each, env);
    }
    if (definition instanceof ActionDefinition.Block block) {
      List<CompiledAction> inner = list(block.actions(), env);
      return act -> act.block(inner);
    }
    if (definition instanceof ActionDefinition.Fill fill) {
      CompiledValue values = phrases.value(fill.values(), env);
      return act -> {
        if (!(values.eval(act.scope()) instanceof Map<?, ?> map)) {
          throw new ActionFailure("fill needs a map of values", fill.place());
        }
        act.spend(map, 0, fill.place());
        act.fill(map, fill.place());
      };
    }
    if (definition instanceof ActionDefinition.Fail fail) {
      CompiledValue message = phrases.value(fail.message(), env);
      return act -> {
        throw new ActionFailure(String.valueOf(message.eval(act.scope())), fail.place());
      };
    }
    return changes.change(definition, env);
  }

  private CompiledAction raise(ActionDefinition.Raise raise, TypeEnvironment env) {
    String name = raise.event().value();
    CompiledValue data = data(raise.data(), env, payloads.apply(name));
    if (name.equals("event_name")) {
      CompiledValue computed = phrases.expression(raise.event(), env);
      return act ->
          act.raise(
              String.valueOf(computed.eval(act.scope())),
              map(data, act, raise.event()),
              raise.event().place());
    }
    return act -> act.raise(name, map(data, act, raise.event()), raise.event().place());
  }

  private CompiledAction send(ActionDefinition.Send send, TypeEnvironment env) {
    boolean own = send.to() == null;
    CompiledValue data =
        data(send.data(), env, own ? payloads.apply(send.event().value()) : Type.DYN);
    CompiledTemplate to = phrases.wording(send.to(), env);
    CompiledDuration after = send.after() == null ? scope -> 0 : phrases.span(send.after(), env);
    String id = send.id() == null ? null : send.id().value();
    CompiledTemplate computed = send.isComputed() ? phrases.wording(send.event(), env) : null;
    return act -> {
      try {
        Text event = computed == null ? send.event() : named(text(computed, act), send.event());
        Map<String, ?> given = map(data, act, event);
        String address = own ? null : text(to, act);
        if (INTERNAL.equals(address)) {
          act.raise(event.value(), given, event.place());
        } else {
          act.send(event, given, address, after.millis(act.scope()), id);
        }
      } catch (ActionFailure failure) {
        throw failure.ofSend(id);
      }
    };
  }

  /** A name that was computed. */
  private static Text named(String name, Text source) {
    if (!NAME.test(name)) {
      throw new ActionFailure("'" + name + "' is no name of an event", source.place());
    }
    return Text.of(name, source.place());
  }

  private CompiledAction call(ActionDefinition.Call call, TypeEnvironment env) {
    CompiledValue with = data(call.with(), env, Type.DYN);
    String handler = call.handler().value();
    return act ->
        act.effect(new Effect.Call(handler, map(with, act, call.handler()), call.optional()));
  }

  private CompiledAction choice(ActionDefinition.If choice, TypeEnvironment env) {
    record Branch(@Nullable CompiledCondition when, List<CompiledAction> actions) {}
    List<Branch> branches = new ArrayList<>();
    for (ActionDefinition.Branch branch : choice.branches()) {
      branches.add(new Branch(phrases.condition(branch.when(), env), list(branch.actions(), env)));
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
    CompiledValue in = phrases.value(each.in(), env);
    names.variable(each.item(), env, null);
    TypeEnvironment inner = env.with(each.item().value(), Type.DYN);
    phrases.expression(each.item(), inner);
    int item = inner.slots() - 1;
    Text index = each.index();
    if (index != null) {
      names.variable(index, env, each.item());
      inner = inner.with(index.value(), Type.DYN);
      phrases.expression(index, inner);
    }
    int at = index == null ? -1 : inner.slots() - 1;
    locals = Math.max(locals, inner.slots());
    List<CompiledAction> actions = list(each.actions(), inner);
    return act -> {
      Object value = in.eval(act.scope());
      if (!(value instanceof List<?>) && !(value instanceof Map<?, ?>)) {
        throw new ActionFailure("each needs a list or a map, not " + value, each.place());
      }
      long number = 0;
      for (Object member : value instanceof List<?> list ? list : ((Map<?, ?>) value).keySet()) {
        act.count(each.place());
        act.local(item, member);
        if (at >= 0) {
          act.local(at, number++);
        }
        actions.forEach(action -> action.run(act));
      }
    };
  }

  private CompiledValue data(
      @Nullable ValueDefinition definition, TypeEnvironment env, Type expected) {
    return definition == null ? EMPTY : phrases.value(definition, env, expected);
  }

  @SuppressWarnings("unchecked") // expressions make no maps but of strings, or this fails below
  private static Map<String, ?> map(CompiledValue value, ActionContext act, Text at) {
    Object data = value.eval(act.scope());
    if (!(data instanceof Map<?, ?> map)) {
      throw new ActionFailure("the data of '" + at + "' must be a map, not " + data, at.place());
    }
    for (Object key : map.keySet()) {
      if (!(key instanceof String)) {
        throw new ActionFailure(
            "the data of '" + at + "' has the key " + key + ", no text", at.place());
      }
    }
    act.spend(map, 0, at.place());
    return (Map<String, ?>) map;
  }

  private static String text(@Nullable CompiledTemplate wording, ActionContext act) {
    return wording == null ? "" : wording.text(act.scope());
  }
}
