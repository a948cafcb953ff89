package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Declared settings, and the accessor of each. */
public final class SettingNames {
  private static final Map<String, List<String>> READ_BY =
      Map.of(
          "bool", List.of("flag"),
          "int", List.of("num"),
          "double", List.of("num"),
          "text", List.of("text"),
          "duration", List.of("duration"),
          "list", List.of("list"));

  private final Map<String, String> types = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  /** True if no declarations are known. */
  private final boolean isOpen;

  public SettingNames(List<Pack> packs, Vocabulary vocabulary) {
    for (Pack pack : packs) {
      pack.settings().forEach((name, declared) -> types.put(name, declared.type()));
    }
    known.addAll(types.keySet());
    if (vocabulary.isKnown()) {
      known.addAll(vocabulary.settings());
    }
    isOpen = !vocabulary.isKnown() && types.isEmpty();
  }

  /** Checks {@code settings.accessor("name")}. */
  void check(DrlFile file, String accessor, DrlExpression.Literal name, ProblemCollector problems) {
    String word = String.valueOf(name.value());
    SourceText at = file.text(name.start() + 1, name.end() - 1);
    if (isOpen) {
      return;
    }
    if (!known.contains(word)) {
      problems.error(
          "R112",
          at,
          "there is no setting called '" + word + "'",
          SpellingSuggestion.fix(
              word, known, "declare it under 'settings' in the pack's pack.yaml"));
      return;
    }
    String type = types.get(word);
    List<String> readBy = type == null ? null : READ_BY.get(type);
    if (readBy != null && !readBy.contains(accessor) && !accessor.equals("has")) {
      problems.error(
          "R118",
          at,
          "setting '" + word + "' is of type " + type + ", so " + accessor + "(…) never finds it",
          "write " + readBy.get(0) + "(\"" + word + "\")");
    }
  }

  /** Tests if a setting has a value wherever these rules run. */
  boolean isAlwaysPresent(String name) {
    return types.containsKey(name);
  }
}
