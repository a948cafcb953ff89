package dev.statute.scxml.internal.importer;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.XmlElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ids of states that are valid in XML but not in a chart, such as {@code a.b}: each gets the
 * nearest valid name, in every reference.
 */
final class StateIds {
  private static final Set<String> STATES = Set.of("state", "parallel", "final", "history");
  private static final String DONE = "done.state.";

  private final Map<String, String> renamed = new LinkedHashMap<>();

  private StateIds() {}

  /** Assigns names to the states of a document; warns of each change. */
  static StateIds assignAll(XmlElement root, ProblemCollector problems) {
    List<SourceText> all = new ArrayList<>();
    collect(root, all);
    StateIds ids = new StateIds();
    Set<String> taken =
        all.stream().map(SourceText::value).collect(Collectors.toCollection(HashSet::new));
    for (SourceText id : all) {
      String name = toIdentifier(id.value());
      if (name.equals(id.value()) || ids.renamed.containsKey(id.value())) {
        continue;
      }
      while (!taken.add(name)) {
        name += "_";
      }
      ids.renamed.put(id.value(), name);
      problems.warning(
          "X305",
          id,
          "the state '" + id.value() + "' is called '" + name + "' in the chart",
          "give it that id in the document too");
    }
    if (!ids.renamed.isEmpty()) {
      ids.rewrite(root);
    }
    return ids;
  }

  private static void collect(XmlElement e, List<SourceText> ids) {
    SourceText id = e.attribute("id");
    if (STATES.contains(e.name().value()) && id != null) {
      ids.add(id);
    }
    children(e).forEach(child -> collect(child, ids));
  }

  /** Returns the children without inline documents. */
  private static Stream<XmlElement> children(XmlElement e) {
    return e.children().stream().filter(child -> !child.is("scxml"));
  }

  /** Returns an identifier of equal length, so that places stay. */
  private static String toIdentifier(String id) {
    String name = id.replaceAll("[^\\p{L}\\p{N}_\\s-]", "_").replaceFirst("^-", "_");
    return name.equals("any") ? "any_" : name;
  }

  /** Returns the name in the chart of a state of the document. */
  String of(String id) {
    return renamed.getOrDefault(id, id);
  }

  private void rewrite(XmlElement e) {
    boolean isState = STATES.contains(e.name().value());
    e.attributes()
        .replaceAll(
            (attribute, text) ->
                switch (attribute) {
                  case "id" -> isState ? withSuffix(text, of(text.value())) : text;
                  case "initial" -> renameWords(text);
                  case "target" -> e.is("transition") ? renameWords(text) : text;
                  case "event" ->
                      e.is("transition") ? withSuffix(text, descriptors(text.value())) : text;
                  default -> text;
                });
    children(e).forEach(this::rewrite);
  }

  private SourceText renameWords(SourceText text) {
    StringBuilder out = new StringBuilder();
    for (String word : text.value().split("(?<=\\s)|(?=\\s)")) {
      out.append(of(word));
    }
    return withSuffix(text, out.toString());
  }

  /**
   * Translates descriptors: one that matched the end of a state by a prefix of its id must match
   * its new id.
   */
  private String descriptors(String list) {
    Set<String> all = new LinkedHashSet<>();
    for (String descriptor : list.strip().split("\\s+")) {
      String prefix = descriptor.replaceFirst("\\.\\*?$", "");
      boolean named = false;
      for (Map.Entry<String, String> id : renamed.entrySet()) {
        boolean matches = (DONE + id.getKey() + ".").startsWith(prefix + ".");
        if (prefix.startsWith(DONE) && matches) {
          named |= prefix.equals(DONE + id.getKey());
          all.add(DONE + id.getValue());
        }
      }
      if (!named) {
        all.add(descriptor);
      }
    }
    return String.join(" ", all);
  }

  private static SourceText withSuffix(SourceText text, String value) {
    Source source = text.source();
    int last = text.value().length();
    return source == null
        ? SourceText.of(value, text.place())
        : SourceText.of(value, at -> text.placeAt(Math.min(at, last)), source);
  }
}
