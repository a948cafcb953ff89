package dev.statute.render.internal.diagram;

import dev.statute.problem.VisibleText;
import java.util.List;

/**
 * An arrow; arrows of one style between the same ends are one, with several captions.
 *
 * @param internal whether nothing is left or entered: a loop for a targetless transition
 */
public record DiagramEdge(
    String from, String to, Style style, boolean internal, List<TransitionCaption> captions) {
  /** What stands at it, a line per transition. */
  public List<String> labels() {
    return captions.stream()
        .map(TransitionCaption::text)
        .map(VisibleText::escape)
        .filter(t -> !t.isEmpty())
        .distinct()
        .toList();
  }

  /** How an arrow came to be, and so how it is drawn. */
  public enum Style {
    TRANSITION,
    MOVE,
    HISTORY_DEFAULT
  }
}
