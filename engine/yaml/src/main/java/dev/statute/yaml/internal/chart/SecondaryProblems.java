package dev.statute.yaml.internal.chart;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Chart;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Sequence;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Search for further problems of a chart with unreadable parts, so that one run reports as many as
 * possible. Reported are unknown names, expressions that are certainly wrong, and parts that must
 * not exist. Not reported are possible consequences of the unreadable part: expressions on a line
 * with another problem, a name that is a key somewhere in the file, events and types if
 * declarations were not read, and incomplete states. Immutable.
 */
public final class SecondaryProblems {
  private static final Set<String> NAMES = Set.of("C201 C203 E201 E203 E204".split(" "));
  private static final Set<String> FORBIDDEN = Set.of("C202 C305 C306 C308 C335 C336".split(" "));
  private static final Set<String> DECLARED =
      Set.of("C330 C331 C332 E202 E301 E302 E303 E304".split(" "));
  private static final List<String> DECLARATIONS =
      List.of("chart", "extends", "data", "events", "settings", "fields");

  private final List<Problem> known;
  private final Set<String> keys = new HashSet<>();
  private final boolean declared;

  private SecondaryProblems(YamlTree tree, List<Problem> known) {
    this.known = known;
    collect(tree);
    declared = known.stream().noneMatch(problem -> isInDeclaration(tree, problem));
  }

  /** Adds further problems to {@code problems}, if it has errors already. */
  public static void find(YamlTree tree, ChartDefinition chart, ProblemCollector problems) {
    if (!problems.hasErrors()) {
      return;
    }
    SecondaryProblems further = new SecondaryProblems(tree, problems.sorted());
    List<Problem> found;
    try {
      found = Chart.compile(chart).problems();
    } catch (RuntimeException e) {
      return; // a partly read chart may violate assumptions about complete ones
    }
    found.stream().filter(further::isIndependent).forEach(problems::add);
  }

  private boolean isIndependent(Problem problem) {
    String code = problem.code();
    boolean told =
        (NAMES.contains(code) && !keys.contains(culprit(problem)))
            || (code.startsWith("E1") && code.length() == 4)
            || FORBIDDEN.contains(code)
            || (declared && DECLARED.contains(code));
    return told && known.stream().noneMatch(other -> isOnOneLine(other, problem));
  }

  /** Returns whether both are on one line; a part that must not exist is always reported. */
  private static boolean isOnOneLine(Problem known, Problem found) {
    Place one = known.place();
    Place other = found.place();
    return one.file().equals(other.file())
        && one.line() == other.line()
        && (one.column() == other.column() || !found.code().startsWith("C"));
  }

  /** Returns the faulty text. */
  private static String culprit(Problem problem) {
    String line = problem.line();
    int start = problem.place().column() - 1;
    return line == null || start + problem.width() > line.length()
        ? ""
        : line.substring(start, start + problem.width());
  }

  private void collect(YamlTree tree) {
    if (tree instanceof Mapping map) {
      map.entries()
          .forEach(
              (key, entry) -> {
                keys.add(key);
                collect(entry.value());
              });
    } else if (tree instanceof Sequence list) {
      list.members().forEach(this::collect);
    }
  }

  private static boolean isInDeclaration(YamlTree tree, Problem problem) {
    if (!(tree instanceof Mapping map)) {
      return true;
    }
    TreeMap<Integer, String> sections = new TreeMap<>();
    map.entries().forEach((key, entry) -> sections.put(entry.key().place().line(), key));
    var section = sections.floorEntry(problem.place().line());
    return section == null || DECLARATIONS.contains(section.getValue());
  }
}
