package dev.statute.scxml.internal;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What the names in a document's expressions stand for. */
final class NameMapping {
  private final String chart;
  private final UnaryOperator<String> states;
  private final Map<String, String> data;
  private final boolean content;
  private final Set<String> locals = new HashSet<>();
  private boolean answered;

  /**
   * @param states id of a state in the document → its name in the chart
   * @param data ids of the data model, each with what it surely holds at all times, or {@code any}
   * @param content whether events may carry a value without a name
   */
  NameMapping(
      String chart, UnaryOperator<String> states, Map<String, String> data, boolean content) {
    this.chart = chart;
    this.states = states;
    this.content = content;
    this.data = Map.copyOf(data);
  }

  /** The document's name. */
  String chart() {
    return chart;
  }

  /** The name of a state. */
  String state(String id) {
    return states.apply(id);
  }

  boolean declares(String id) {
    return data.containsKey(id);
  }

  /** A loop variable, which stands for itself from now on. */
  void begin(String local) {
    locals.add(local);
  }

  void end(String local) {
    locals.remove(local);
  }

  /** From now on the event is, or is not, the answer of a child: what it gave is its value. */
  void answered(boolean is) {
    answered = is;
  }

  /** Where the fields of the event's data are. */
  String payload() {
    return answered ? "event.value" : "event";
  }

  /** The data of the event; without any it is undefined, which is not truthy. */
  CelExpression event() {
    String data = payload();
    CelExpression truth = new CelExpression(data + (answered ? " != null" : " != {}"), 3, "bool");
    return content
        ? new CelExpression(
            "has(" + data + ".content) ? " + data + ".content : " + data, 0, "any", truth)
        : new CelExpression(data, CelExpression.ATOM, "any", truth);
  }

  boolean isLocal(String name) {
    return locals.contains(name);
  }

  /** A variable of the data model or of a loop. */
  CelExpression read(String name) {
    return isLocal(name)
        ? CelExpression.atom(name, "any")
        : CelExpression.atom("data." + name, data.getOrDefault(name, "any"));
  }
}
