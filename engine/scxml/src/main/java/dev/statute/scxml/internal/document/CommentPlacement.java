package dev.statute.scxml.internal.document;

import java.util.List;
import java.util.Set;

/**
 * Moves comments to places that the chart supports: states, transitions and data. Other comments go
 * to the enclosing state or transition, and those of the data model to its first entry.
 */
public final class CommentPlacement {
  private static final Set<String> PLACES =
      Set.of("scxml", "state", "parallel", "final", "history", "data");

  private CommentPlacement() {}

  public static void attach(XmlElement root) {
    attach(root, root);
  }

  private static void attach(XmlElement e, XmlElement place) {
    for (XmlElement child : e.children()) {
      boolean has =
          PLACES.contains(child.name().value())
              || (child.is("transition") && !e.is("initial") && !e.is("history"));
      XmlElement data = child.is("datamodel") ? child.child("data") : null;
      if (data != null) {
        List<String> own = data.uncomment();
        data.comment(child.uncomment());
        data.comment(own);
      } else if (!has) {
        place.comment(child.uncomment());
      }
      if (!child.is("scxml")) {
        attach(child, has ? child : place);
      }
    }
  }
}
