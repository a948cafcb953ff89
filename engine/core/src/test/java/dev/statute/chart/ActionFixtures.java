package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Factory of actions for tests. */
public final class ActionFixtures {
  private static final Place PLACE = new Place("test.yaml", 1, 1);

  private ActionFixtures() {}

  public static SourceText text(String value) {
    return SourceText.of(value, PLACE);
  }

  public static ValueDefinition expr(String source) {
    return new ValueDefinition.Expr(text(source));
  }

  /** Creates {@code map("a", "1 + 1", "b", "data.x")} from alternating keys and expressions. */
  public static ValueDefinition map(String... keysAndExpressions) {
    Map<String, ValueDefinition> members = new LinkedHashMap<>();
    for (int i = 0; i < keysAndExpressions.length; i += 2) {
      members.put(keysAndExpressions[i], expr(keysAndExpressions[i + 1]));
    }
    return new ValueDefinition.MapOf(members);
  }

  public static ActionDefinition assign(String path, String expression) {
    return new ActionDefinition.Assign(Map.of(text(path), expr(expression)), PLACE);
  }

  public static ActionDefinition append(String path, String expression) {
    return new ActionDefinition.Append(Map.of(text(path), expr(expression)), PLACE);
  }

  public static ActionDefinition merge(String path, String expression) {
    return new ActionDefinition.Merge(Map.of(text(path), expr(expression)), PLACE);
  }

  public static ActionDefinition remove(String path) {
    return new ActionDefinition.Remove(List.of(text(path)), PLACE);
  }

  public static ActionDefinition raise(String event) {
    return raise(event, null);
  }

  public static ActionDefinition raise(String event, @Nullable ValueDefinition data) {
    return new ActionDefinition.Raise(text(event), data, PLACE);
  }

  public static ActionDefinition block(ActionDefinition... actions) {
    return new ActionDefinition.Block(List.of(actions), PLACE);
  }

  /** Creates a send without data and delay. */
  public static ActionDefinition sendTo(String event, @Nullable String to, @Nullable String id) {
    return new ActionDefinition.Send(
        text(event), null, to == null ? null : text(to), null, id == null ? null : text(id), PLACE);
  }

  public static ActionDefinition send(String event) {
    return send(event, null, null, null);
  }

  public static ActionDefinition send(
      String event, @Nullable ValueDefinition data, @Nullable String after, @Nullable String id) {
    return new ActionDefinition.Send(
        text(event),
        data,
        null,
        after == null ? null : text(after),
        id == null ? null : text(id),
        PLACE);
  }

  public static ActionDefinition cancel(String id) {
    return new ActionDefinition.Cancel(text(id), PLACE);
  }

  public static ActionDefinition emit(String type) {
    return new ActionDefinition.Emit(text(type), Map.of(), PLACE);
  }

  public static ActionDefinition call(String handler) {
    return new ActionDefinition.Call(text(handler), null, false, PLACE);
  }

  public static ActionDefinition restart(String timer) {
    return new ActionDefinition.Restart(text(timer), null, PLACE);
  }

  public static ActionDefinition restart(String timer, String after) {
    return new ActionDefinition.Restart(text(timer), text(after), PLACE);
  }

  public static ActionDefinition log(String template) {
    return new ActionDefinition.Log(text(template), PLACE);
  }

  public static ActionDefinition fail(String expression) {
    return new ActionDefinition.Fail(expr(expression), PLACE);
  }

  public static ActionDefinition fill(String expression) {
    return new ActionDefinition.Fill(expr(expression), PLACE);
  }

  public static ActionDefinition when(String expression, ActionDefinition... actions) {
    return new ActionDefinition.If(
        List.of(new ActionDefinition.Branch(text(expression), List.of(actions))), PLACE);
  }

  public static ActionDefinition each(String item, String in, ActionDefinition... actions) {
    return new ActionDefinition.Each(text(item), null, expr(in), List.of(actions), PLACE);
  }

  public static ActionDefinition eachIndexed(
      String item, String index, String in, ActionDefinition... actions) {
    return new ActionDefinition.Each(text(item), text(index), expr(in), List.of(actions), PLACE);
  }
}
