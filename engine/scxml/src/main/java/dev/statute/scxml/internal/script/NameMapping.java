package dev.statute.scxml.internal.script;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Meaning of the names in a document's expressions. */
public final class NameMapping {
  private final String chart;
  private final UnaryOperator<String> states;
  private final Map<String, String> data;
  private final boolean content;
  private final Set<String> locals = new HashSet<>();
  private boolean answeredStates;

  /**
   * Creates a mapping.
   *
   * @param states id of a state in the document → its name in the chart
   * @param data ids of the data model with their certain type, or {@code any}
   * @param content true if events may carry an unnamed value
   */
  public NameMapping(
      String chart, UnaryOperator<String> states, Map<String, String> data, boolean content) {
    this.chart = chart;
    this.states = states;
    this.content = content;
    this.data = Map.copyOf(data);
  }

  /** Returns the document's name. */
  String chart() {
    return chart;
  }

  /** Returns the name of a state. */
  String state(String id) {
    return states.apply(id);
  }

  public boolean declares(String id) {
    return data.containsKey(id);
  }

  /** Adds a loop variable, which keeps its name. */
  public void pushLocals(String local) {
    locals.add(local);
  }

  public void popLocals(String local) {
    locals.remove(local);
  }

  /** Sets whether the event is the answer of a child, with its result as value. */
  public void answeredStates(boolean is) {
    answeredStates = is;
  }

  /** Returns the path of the fields of the event's data. */
  String payload() {
    return answeredStates ? "event.value" : "event";
  }

  /** Returns the data of the event; without any it is undefined, which is not truthy. */
  CelExpression event() {
    String data = payload();
    CelExpression truth =
        new CelExpression(data + (answeredStates ? " != null" : " != {}"), 3, "bool");
    return content
        ? new CelExpression(
            "has(" + data + ".content) ? " + data + ".content : " + data, 0, "any", truth)
        : new CelExpression(data, CelExpression.ATOM, "any", truth);
  }

  boolean isLocal(String name) {
    return locals.contains(name);
  }

  /** Returns a variable of the data model or of a loop. */
  CelExpression read(String name) {
    return isLocal(name)
        ? CelExpression.atom(name, "any")
        : CelExpression.atom("data." + name, data.getOrDefault(name, "any"));
  }
}
