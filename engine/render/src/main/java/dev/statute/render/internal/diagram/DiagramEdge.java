package dev.statute.render.internal.diagram;

import dev.statute.problem.VisibleText;
import java.util.List;

/**
 * Arrow; arrows of one style between the same ends are one, with several captions.
 *
 * @param internal true if nothing is left or entered: a loop for a targetless transition
 */
public record DiagramEdge(
    String from, String to, Style style, boolean internal, List<TransitionCaption> captions) {
  /** Returns the labels, a line per transition. */
  public List<String> labels() {
    return captions.stream()
        .map(TransitionCaption::text)
        .map(VisibleText::escape)
        .filter(t -> !t.isEmpty())
        .distinct()
        .toList();
  }

  /** Origin of an arrow, which determines its style. */
  public enum Style {
    TRANSITION,
    MOVE,
    HISTORY_DEFAULT
  }
}
