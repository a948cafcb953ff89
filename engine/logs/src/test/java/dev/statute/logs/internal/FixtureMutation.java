package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import dev.statute.logs.internal.FormDescription.Clause;
import dev.statute.logs.internal.FormDescription.ClauseKind;
import dev.statute.logs.internal.text.JsonValues;
import dev.statute.logs.internal.text.LogDocument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Documents of a fixture, from which the entries and parts that clauses take are removed. */
final class FixtureMutation {
  private static final Set<String> KINDS =
      Set.of("type", "kind", "role", "subtype", "action", "sessionUpdate", "source");

  private final FormDescription form;
  private final List<LogDocument> documents;

  FixtureMutation(FormDescription form, String text) {
    this.form = form;
    this.documents = documents(text);
  }

  /** Documents of a log in JSON or in Markdown. */
  static List<LogDocument> documents(String text) {
    if (!text.stripLeading().startsWith("#")) {
      return JsonValues.parseAll(text, 1).documents();
    }
    MarkdownReader reader = new MarkdownReader();
    List<LogDocument> documents = new ArrayList<>();
    text.lines().forEach(line -> documents.addAll(reader.read(line)));
    documents.addAll(reader.finish());
    return documents;
  }

  /** Entries and parts that clauses of a kind take, by identity. */
  Set<Object> taken(ClauseKind kind) {
    Set<Object> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    EntryScope scope = new EntryScope(form.vocabulary());
    for (LogDocument document : documents) {
      for (LogDocument entry : FormEntries.of(form, document)) {
        scope.setEntry(entry.value());
        take(kind, "", Objects.requireNonNull(entry.value()), scope, taken);
        for (Map.Entry<String, FormDescription.Loop> loop : form.layout().loops().entrySet()) {
          for (Object part : EntryReader.parts(loop.getValue(), entry.value())) {
            scope.bind(loop.getKey(), part);
            take(kind, loop.getKey(), part, scope, taken);
          }
          scope.bind(loop.getKey(), null);
        }
      }
    }
    return taken;
  }

  private void take(
      ClauseKind kind, String loop, Object node, EntryScope scope, Set<Object> taken) {
    for (Clause clause : form.clauses(kind)) {
      if (clause.condition().loop().equals(loop) && clause.condition().when().holds(scope)) {
        taken.add(node);
      }
    }
  }

  /** Text of the documents without some nodes. */
  String without(Set<Object> nodes) {
    return documents.stream()
        .filter(document -> !nodes.contains(document.value()))
        .map(document -> JsonValues.text(copy(document.value(), nodes, false)))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Text of the documents with other kinds for some nodes. */
  String renamed(Set<Object> nodes) {
    return documents.stream()
        .map(document -> JsonValues.text(copy(document.value(), nodes, true)))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private Object copy(Object value, Set<Object> nodes, boolean renames) {
    if (value instanceof Map<?, ?> map) {
      LenientMap copy = new LenientMap();
      boolean renamed = renames && nodes.contains(value);
      map.forEach(
          (key, each) -> {
            boolean isKind = renamed && KINDS.contains(key) && each instanceof String;
            if (each == null || renames || !nodes.contains(each)) {
              copy.put((String) key, isKind ? "x" + each : copy(each, nodes, renames));
            }
          });
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(
          each -> {
            if (renames || !nodes.contains(each)) {
              copy.add(copy(each, nodes, renames));
            }
          });
      return copy;
    }
    return value;
  }
}
