package dev.statute.step.internal.lint;

import dev.statute.expr.internal.syntax.SyntaxTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of a condition that has no value for some values of what it reads, and that nothing in the
 * condition tests: a field of an event that is not declared, a member of a list, a division.
 *
 * @param reason what may be so
 * @param fix test that avoids it
 */
record FailurePoint(String reason, String fix) {
  /**
   * Finds the first one; null if there is none.
   *
   * @param declared true if the fields of the event are declared, and therefore there
   */
  static @Nullable FailurePoint find(SyntaxTree condition, String text, boolean declared) {
    List<SyntaxTree> all = new ArrayList<>();
    collect(condition, all);
    for (SyntaxTree each : all) {
      FailurePoint point = of(each, text, declared);
      if (point != null && all.stream().noneMatch(other -> isTest(other, each, text))) {
        return point;
      }
    }
    return null;
  }

  private static void collect(SyntaxTree tree, List<SyntaxTree> all) {
    all.add(tree);
    tree.parts().forEach(part -> collect(part, all));
  }

  private static @Nullable FailurePoint of(SyntaxTree tree, String text, boolean declared) {
    if (tree instanceof SyntaxTree.Select select
        && !declared
        && select.target() instanceof SyntaxTree.Name name
        && name.name().equals("event")
        && !select.field().equals("name")) {
      String field = source(select, text);
      return new FailurePoint(
          field + " may be missing",
          "declare the event with this field, or write has(" + field + ") && before the condition");
    }
    if (tree instanceof SyntaxTree.Index index
        && index.index() instanceof SyntaxTree.Literal at
        && at.value() instanceof Long number) {
      String list = source(index.target(), text);
      return new FailurePoint(
          list + " may be shorter",
          "write size(" + list + ") > " + number + " && before the condition");
    }
    if (tree instanceof SyntaxTree.Binary binary
        && List.of("/", "%").contains(binary.operator().sign())
        && !(binary.right() instanceof SyntaxTree.Literal)) {
      String divisor = source(binary.right(), text);
      return new FailurePoint(
          divisor + " may be 0", "write " + divisor + " != 0 && before the condition");
    }
    return null;
  }

  /** Tests if a part of the condition asks for what another one needs. */
  private static boolean isTest(SyntaxTree test, SyntaxTree point, String text) {
    if (point instanceof SyntaxTree.Select select) {
      return test instanceof SyntaxTree.Has has
          && source(has.select(), text).equals(source(select, text));
    }
    if (point instanceof SyntaxTree.Index index) {
      String list = source(index.target(), text);
      return test instanceof SyntaxTree.Call call
          && List.of("size", "exists").contains(call.function())
          && source(call, text).contains(list);
    }
    return test instanceof SyntaxTree.Binary comparison
        && comparison != point
        && point instanceof SyntaxTree.Binary division
        && source(comparison.left(), text).equals(source(division.right(), text));
  }

  private static String source(SyntaxTree tree, String text) {
    return text.substring(tree.start(), tree.end());
  }
}
