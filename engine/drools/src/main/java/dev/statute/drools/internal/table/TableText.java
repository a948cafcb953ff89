package dev.statute.drools.internal.table;

import dev.statute.problem.Place;
import java.util.Map;
import java.util.TreeMap;

/** DRL of a table, with the cell that each part of it comes from. */
public final class TableText {
  private final StringBuilder drl = new StringBuilder();
  private final TreeMap<Integer, Place> places = new TreeMap<>();

  TableText() {}

  /** Appends text that comes from a place. */
  TableText append(Place place, String text) {
    places.put(drl.length(), place);
    drl.append(text);
    return this;
  }

  /** Returns the DRL. */
  public String drl() {
    return drl.toString();
  }

  /** Returns the place in the table from which the character at an offset of the DRL comes. */
  public Place place(int offset) {
    Map.Entry<Integer, Place> found = places.floorEntry(offset);
    return found == null ? places.firstEntry().getValue() : found.getValue();
  }

  /** Returns a text literal; nothing in it can end it. */
  static String literal(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c < ' ' ? ' ' : c);
      }
    }
    return out.append('"').toString();
  }
}
