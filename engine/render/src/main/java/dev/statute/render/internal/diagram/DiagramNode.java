package dev.statute.render.internal.diagram;

import dev.statute.chart.StateDefinition;
import dev.statute.problem.VisibleText;
import java.util.List;

/**
 * State in a picture.
 *
 * @param name the identifier in the drawing language, unique in the picture
 * @param title displayed text
 * @param state its definition in the chart
 * @param initial names of the nodes entered by default; empty where there is no choice
 * @param hasAnyNode true if a transition leads from this composite back into it, which is drawn
 *     from a small node of its own: no drawing program can start an arrow at a box that contains
 *     its end
 */
public record DiagramNode(
    String name,
    String title,
    StateDefinition state,
    List<DiagramNode> children,
    List<String> initial,
    boolean hasAnyNode) {
  public DiagramNode {
    title = VisibleText.escape(title);
  }

  public StateDefinition.Kind kind() {
    return state.kind();
  }

  /** Returns the name of the node that represents any active state inside this one. */
  public String anyName() {
    return anyNameOf(name);
  }

  public static String anyNameOf(String name) {
    return "any_" + name;
  }

  /** Returns the name of the start mark inside this one. */
  public String startName() {
    return startNameOf(name);
  }

  static String startNameOf(String name) {
    return "start_" + name;
  }

  public boolean composite() {
    return !children.isEmpty();
  }

  public boolean parallel() {
    return kind() == StateDefinition.Kind.PARALLEL;
  }
}
