package dev.statute.step.internal.compile;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.ValueDefinition;
import dev.statute.chart.check.FieldTypes;
import dev.statute.expr.internal.DataPath;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.model.ActionContext;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledAction;
import dev.statute.step.internal.model.CompiledValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiler of actions that change data. All values of an action, and all computed indexes of its
 * paths, are evaluated before any change, so the order of its keys only decides the order of new
 * keys. A value that does not match the declared type is an error, as in a payload.
 */
final class AssignmentCompiler {
  private static final Set<FieldType.Kind> LIST_KINDS =
      Set.of(FieldType.Kind.LIST, FieldType.Kind.ANY);

  private final ExpressionCompiler expressions;
  private final Map<String, DataDefinition> declaredData;

  /**
   * @param declared the chart's data; assigned values of declared types are checked
   */
  AssignmentCompiler(ExpressionCompiler compiler, Map<String, DataDefinition> declared) {
    this.expressions = compiler;
    this.declaredData = declared;
  }

  private record Target(DataPath path, CompiledValue value) {}

  /** Update of the value at a path. */
  private interface PathUpdate {
    Map<String, @Nullable Object> update(
        ActionContext act,
        DataPath path,
        Map<String, @Nullable Object> data,
        @Nullable Object value);
  }

  CompiledAction compile(ActionDefinition definition, TypeEnvironment env) {
    if (definition instanceof ActionDefinition.Assign assign) {
      return compileAll(
          assign.values(),
          env,
          true,
          (act, path, data, value) -> path.set(act.scope(), data, value));
    }
    if (definition instanceof ActionDefinition.Merge merge) {
      return compileAll(merge.values(), env, false, AssignmentCompiler::merge);
    }
    if (definition instanceof ActionDefinition.Append append) {
      append.values().keySet().forEach(this::checkList);
      return compileAll(append.values(), env, false, AssignmentCompiler::append);
    }
    ActionDefinition.Remove remove = (ActionDefinition.Remove) definition;
    List<DataPath> paths =
        remove.paths().stream()
            .map(path -> expressions.path(path, env))
            .filter(Objects::nonNull)
            .toList();
    return act -> {
      Map<String, @Nullable Object> data = act.data();
      for (DataPath path : paths) {
        try {
          data = convertToDeclaredType(path, path.remove(act.scope(), data));
        } catch (EvaluationException e) {
          throw ActionFailure.of(e, path.source());
        }
      }
      act.data(data);
    };
  }

  /** Checks that a value to append to starts as a list or is absent. */
  private void checkList(SourceText key) {
    DataDefinition item = declaredData.get(key.value());
    if (item == null) {
      return;
    }
    FieldType type = item.type();
    Object initial = item.initial();
    String wrong =
        type != null && !type.list() && !LIST_KINDS.contains(type.kind())
            ? "is declared " + type.text()
            : initial == null || initial instanceof List
                ? null
                : "begins with " + FieldTypes.describe(initial);
    if (wrong != null) {
      boolean isText =
          initial instanceof String || (type != null && type.kind() == FieldType.Kind.STRING);
      expressions.reportError(
          "E303",
          key,
          "append adds to a list, and '" + key + "' " + wrong,
          isText
              ? "to lengthen a text write assign: { " + key + ": data." + key + " + … }"
              : "let it begin with []");
    }
  }

  private CompiledAction compileAll(
      Map<SourceText, ValueDefinition> definitions,
      TypeEnvironment env,
      boolean whole,
      PathUpdate put) {
    List<Target> targets = new ArrayList<>();
    int inside = whole ? 0 : 1;
    definitions.forEach(
        (key, definition) -> {
          DataPath path = expressions.path(key, env);
          CompiledValue value =
              expressions.value(
                  definition, env, path == null || !whole ? ValueType.DYN : path.type());
          if (path != null) {
            targets.add(new Target(path, value));
          }
        });
    return act -> {
      @Nullable Object[] values = new Object[targets.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = targets.get(i).value.evaluate(act.scope());
      }
      Map<String, @Nullable Object> data = act.data();
      for (int i = 0; i < values.length; i++) {
        DataPath path = targets.get(i).path;
        try {
          act.chargeData(values[i], path.depth() + inside, path.source().place());
          data = convertToDeclaredType(path, put.update(act, path, data, values[i]));
        } catch (EvaluationException e) {
          throw ActionFailure.of(e, path.source());
        }
      }
      act.data(data);
    };
  }

  /** Returns the data with the changed item converted to its declared type. */
  private Map<String, @Nullable Object> convertToDeclaredType(
      DataPath path, Map<String, @Nullable Object> data) {
    DataDefinition item = declaredData.get(path.root());
    FieldType type = item == null ? null : item.type();
    if (type == null || !data.containsKey(path.root())) {
      return data;
    }
    Object value = data.get(path.root());
    FieldTypes.Mismatch wrong = FieldTypes.mismatch(type, value);
    if (wrong != null) {
      throw new ActionFailure(
          "'"
              + path.root()
              + wrong.path()
              + "' would be "
              + FieldTypes.describe(wrong.found())
              + ", it is declared "
              + FieldTypes.describe(wrong.expected()),
          path.source().place());
    }
    Object converted = FieldTypes.convert(type, value);
    if (converted == value) {
      return data;
    }
    Map<String, @Nullable Object> changed = new LinkedHashMap<>(data);
    changed.put(path.root(), converted);
    return Collections.unmodifiableMap(changed);
  }

  private static Map<String, @Nullable Object> merge(
      ActionContext act,
      DataPath path,
      Map<String, @Nullable Object> data,
      @Nullable Object value) {
    Object old = path.has(act.scope(), data) ? path.get(act.scope(), data) : null;
    if (!(value instanceof Map<?, ?> more)) {
      throw new ActionFailure("merge needs a map, not " + value, path.source().place());
    }
    if (old != null && !(old instanceof Map<?, ?>)) {
      throw new ActionFailure(
          "'" + path + "' is " + old + ", and merge needs a map there", path.source().place());
    }
    Map<Object, @Nullable Object> merged = new LinkedHashMap<>();
    if (old instanceof Map<?, ?> map) {
      DataPath.chargeCopy(act.scope(), map);
      merged.putAll(map);
    }
    merged.putAll(more);
    return path.set(act.scope(), data, Collections.unmodifiableMap(merged));
  }

  private static Map<String, @Nullable Object> append(
      ActionContext act,
      DataPath path,
      Map<String, @Nullable Object> data,
      @Nullable Object value) {
    Object old = path.has(act.scope(), data) ? path.get(act.scope(), data) : null;
    if (old != null && !(old instanceof List<?>)) {
      throw new ActionFailure(
          "'" + path + "' is " + old + ", and append needs a list there", path.source().place());
    }
    List<@Nullable Object> longer = new ArrayList<>();
    if (old instanceof List<?> list) {
      DataPath.chargeCopy(act.scope(), list);
      longer.addAll(list);
    }
    longer.add(value);
    return path.set(act.scope(), data, Collections.unmodifiableList(longer));
  }
}
