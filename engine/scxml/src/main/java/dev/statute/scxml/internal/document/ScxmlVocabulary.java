package dev.statute.scxml.internal.document;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Attributes of SCXML's elements; unknown ones are reported, because ignoring them would lose the
 * author's intent. Elements and attributes of other namespaces are ignored, except inside
 * executable content, where an element that is no drawing is a platform's action.
 */
public final class ScxmlVocabulary {
  public static final String NAMESPACE = "http://www.w3.org/2005/07/scxml";

  /** Namespace of chart elements that SCXML lacks: {@code yaml}, {@code do}, a few attributes. */
  public static final String STATUTE_NAMESPACE = "urn:dev.statute";

  private static final Map<String, Set<String>> ATTRIBUTES =
      Map.ofEntries(
          Map.entry("scxml", Set.of("initial", "name", "version", "datamodel", "binding")),
          Map.entry("state", Set.of("id", "initial")),
          Map.entry("parallel", Set.of("id")),
          Map.entry("final", Set.of("id")),
          Map.entry("history", Set.of("id", "type")),
          Map.entry("transition", Set.of("event", "cond", "target", "type")),
          Map.entry("initial", Set.of()),
          Map.entry("onentry", Set.of()),
          Map.entry("onexit", Set.of()),
          Map.entry("raise", Set.of("event")),
          Map.entry("if", Set.of("cond")),
          Map.entry("elseif", Set.of("cond")),
          Map.entry("else", Set.of()),
          Map.entry("foreach", Set.of("array", "item", "index")),
          Map.entry("log", Set.of("label", "expr")),
          Map.entry("datamodel", Set.of()),
          Map.entry("data", Set.of("id", "src", "expr")),
          Map.entry("assign", Set.of("location", "expr")),
          Map.entry("donedata", Set.of()),
          Map.entry("content", Set.of("expr")),
          Map.entry("param", Set.of("name", "expr", "location")),
          Map.entry("script", Set.of("src")),
          Map.entry(
              "send",
              Set.of(
                  "event",
                  "eventexpr",
                  "target",
                  "targetexpr",
                  "type",
                  "typeexpr",
                  "id",
                  "idlocation",
                  "delay",
                  "delayexpr",
                  "namelist")),
          Map.entry("cancel", Set.of("sendid", "sendidexpr")),
          Map.entry(
              "invoke",
              Set.of(
                  "type",
                  "typeexpr",
                  "src",
                  "srcexpr",
                  "id",
                  "idlocation",
                  "namelist",
                  "autoforward")),
          Map.entry("finalize", Set.of()));

  private static final Set<String> EXECUTABLE =
      Set.of("onentry", "onexit", "transition", "finalize", "if", "foreach");

  /** Drawing by Qt Creator, which writes it into transitions too. */
  private static final String EDITOR_INFO = "editorinfo";

  private ScxmlVocabulary() {}

  /** Reports attributes and actions unknown to SCXML, and removes ignored elements. */
  public static void check(XmlElement e, ProblemCollector problems) {
    Set<String> known = ATTRIBUTES.get(e.name().value());
    if (known == null || e.namespace().equals(STATUTE_NAMESPACE)) {
      return;
    }
    e.attributes()
        .forEach(
            (name, value) -> {
              if (!known.contains(name)) {
                unknown(e, name, value, known.stream().sorted().toList(), problems);
              }
            });
    for (XmlElement child : List.copyOf(e.children())) {
      if (isForeign(child, e)) {
        foreign(child, e, problems);
      } else {
        check(child, problems);
      }
    }
  }

  private static void foreign(XmlElement child, XmlElement parent, ProblemCollector problems) {
    parent.children().remove(child);
    if (EXECUTABLE.contains(parent.name().value()) && !child.is(EDITOR_INFO)) {
      String name = child.name().value();
      String of = ATTRIBUTES.containsKey(name) ? " of '" + child.namespace() + "'" : "";
      problems.error(
          "X202",
          child.name(),
          "<" + name + ">" + of + " has no counterpart in a chart",
          "take it out");
    }
  }

  private static boolean isForeign(XmlElement child, XmlElement parent) {
    return !child.namespace().equals(parent.namespace())
        && !child.namespace().equals(NAMESPACE)
        && !child.namespace().equals(STATUTE_NAMESPACE)
        && !child.namespace().isEmpty()
        && !parent.is("content")
        && !parent.is("data");
  }

  private static void unknown(
      XmlElement e, String name, SourceText value, List<String> known, ProblemCollector problems) {
    problems.error(
        "X202",
        value,
        "<" + e.name().value() + "> has no attribute '" + name + "' in SCXML",
        SpellingSuggestion.fix(name, known, "take it out"));
  }
}
