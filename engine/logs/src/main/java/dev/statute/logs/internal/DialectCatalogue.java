package dev.statute.logs.internal;

import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Dialects of calls in texts: descriptions whose entries are texts, {@code agent} for what the
 * agent said and {@code user} for what was said to it. Each has a mark without which a text has no
 * such call; a dialect is compiled when its mark is first seen.
 */
final class DialectCatalogue {
  /** Marks by the names of the dialects, in their order. */
  private static final Map<String, String> MARKS = marks();

  private static final Map<String, FormDescription> COMPILED = new ConcurrentHashMap<>();

  private DialectCatalogue() {}

  private static Map<String, String> marks() {
    Map<String, String> marks = new LinkedHashMap<>();
    FormCatalogue.resource("forms/dialects.txt")
        .lines()
        .map(line -> line.split(" ", 2))
        .forEach(line -> marks.put(line[0], line[1]));
    return marks;
  }

  static Set<String> names() {
    return MARKS.keySet();
  }

  /** Returns the dialects whose mark is in a text. */
  static List<String> markedIn(String text) {
    List<String> marked = new ArrayList<>(0);
    MARKS.forEach(
        (name, mark) -> {
          if (text.contains(mark)) {
            marked.add(name);
          }
        });
    return marked;
  }

  static FormDescription dialect(String name) {
    return COMPILED.computeIfAbsent(name, DialectCatalogue::compile);
  }

  private static FormDescription compile(String name) {
    String file = name + ".dialect.yaml";
    return FormCatalogue.read(new Source(file, FormCatalogue.resource("forms/" + file))).get();
  }
}
