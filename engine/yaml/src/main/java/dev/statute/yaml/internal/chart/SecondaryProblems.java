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
 * What else is wrong with a chart of which a part could not be read, so that one run tells as much
 * as it can. Told are names that mean nothing, expressions that cannot be meant, and what is there
 * and must not be; not told is what may only follow from the part that is missing: expressions on a
 * line where something is wrong already, a name that is a key somewhere in the file, events and
 * types where declarations were not read, and whether states are whole. Immutable.
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

  /** Tells it to {@code problems}, if something is wrong already. */
  public static void find(YamlTree tree, ChartDefinition chart, ProblemCollector problems) {
    if (!problems.hasErrors()) {
      return;
    }
    SecondaryProblems further = new SecondaryProblems(tree, problems.sorted());
    List<Problem> found;
    try {
      found = Chart.compile(chart).problems();
    } catch (RuntimeException e) {
      return; // what is left of a chart need not keep what a whole one promises
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

  /** What is there and must not be is wrong whatever else its line holds. */
  private static boolean isOnOneLine(Problem known, Problem found) {
    Place one = known.place();
    Place other = found.place();
    return one.file().equals(other.file())
        && one.line() == other.line()
        && (one.column() == other.column() || !found.code().startsWith("C"));
  }

  /** The offending text. */
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
