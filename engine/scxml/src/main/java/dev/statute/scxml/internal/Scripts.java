package dev.statute.scxml.internal;

import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The expressions of one document: translated from ECMAScript, or taken as they are where the data
 * model is CEL. What cannot be translated is a problem at its place, and {@code false} or {@code
 * null} stands in for it.
 */
final class Scripts {
  private final Problems problems;
  private final String chart;
  private final boolean cel;
  private final Set<String> locals = new HashSet<>();

  Scripts(Problems problems, String chart, boolean cel) {
    this.problems = problems;
    this.chart = chart;
    this.cel = cel;
  }

  Problems problems() {
    return problems;
  }

  /** Names of loop variables that stand for themselves from now on. */
  void begin(String local) {
    locals.add(local);
  }

  void end(String local) {
    locals.remove(local);
  }

  String condition(Text source) {
    try {
      return cel ? source.value() : EcmaScript.condition(source.value(), locals, chart);
    } catch (Untranslatable e) {
      return refused(source, e, "false");
    }
  }

  String value(Text source) {
    try {
      return cel ? source.value() : EcmaScript.value(source.value(), locals, chart).text();
    } catch (Untranslatable e) {
      return refused(source, e, "null");
    }
  }

  String location(Text source) {
    try {
      return cel ? source.value() : EcmaScript.location(source.value(), locals, chart);
    } catch (Untranslatable e) {
      return refused(source, e, "unknown");
    }
  }

  List<Map.Entry<String, String>> assignments(Text source) {
    try {
      return EcmaScript.assignments(source.value(), locals, chart);
    } catch (Untranslatable e) {
      refused(source, e, "");
      return new ArrayList<>();
    }
  }

  private String refused(Text source, Untranslatable why, String instead) {
    int at = Math.min(why.at(), source.value().length());
    problems.error(
        "X201",
        source.part(at, source.value().length()),
        "'" + source.value().strip() + "' cannot be translated: " + why.said(),
        "write it as a comparison or an assignment, or take it out");
    return instead;
  }
}
