package dev.statute.render.internal.diagram;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Identifiers valid in every drawing language: the state's id if valid, else derived from it. */
final class NodeIds {
  /** Reserved words of the drawing languages. */
  private static final Set<String> KEPT =
      Set.of(
          "accdescr",
          "acctitle",
          "as",
          "class",
          "classdef",
          "click",
          "default",
          "digraph",
          "direction",
          "edge",
          "end",
          "fork",
          "graph",
          "hide",
          "href",
          "join",
          "node",
          "note",
          "scale",
          "state",
          "strict",
          "style",
          "subgraph",
          "title");

  private final Map<String, String> names = new LinkedHashMap<>();
  private final Set<String> used = new HashSet<>();

  String of(String id) {
    return names.computeIfAbsent(id, this::make);
  }

  private String make(String id) {
    String clean = id.replaceAll("[^A-Za-z0-9_]", "_");
    if (KEPT.contains(clean.toLowerCase(Locale.ROOT)) || clean.startsWith("any_")) {
      clean = clean + "_";
    }
    String name = clean;
    for (int n = 2; !used.add(name); n++) {
      name = clean + "_" + n;
    }
    return name;
  }
}
