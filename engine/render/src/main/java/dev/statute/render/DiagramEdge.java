package dev.statute.render;

import dev.statute.problem.VisibleText;
import java.util.List;

/**
 * An arrow; arrows of one style between the same ends are one, with several captions.
 *
 * @param stays whether nothing is left or entered: a loop for a targetless transition
 */
record DiagramEdge(
    String from, String to, Style style, boolean stays, List<TransitionCaption> captions) {
  /** What stands at it, a line per transition. */
  List<String> labels() {
    return captions.stream()
        .map(TransitionCaption::text)
        .map(VisibleText::of)
        .filter(t -> !t.isEmpty())
        .distinct()
        .toList();
  }

  /** How an arrow came to be, and so how it is drawn. */
  enum Style {
    TRANSITION,
    MOVE,
    HISTORY_DEFAULT
  }
}
