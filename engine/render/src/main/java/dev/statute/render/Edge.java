package dev.statute.render;

import java.util.List;

/**
 * An arrow; arrows of one style between the same ends are one, with several labels.
 *
 * @param stays whether nothing is left or entered: a loop for a targetless transition
 */
record Edge(String from, String to, Style style, boolean stays, List<String> labels) {
  /** How an arrow came to be, and so how it is drawn. */
  enum Style {
    TRANSITION,
    MOVE,
    HISTORY_DEFAULT
  }
}
