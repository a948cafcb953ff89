package dev.statute.drools.internal.type;

import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Comparison of a call's parameters with its arguments. */
final class CallSignatures {
  private CallSignatures() {}

  /** Tests if these arguments are permitted. */
  static boolean matches(Executable method, List<ExpressionType> arguments) {
    Class<?>[] wanted = method.getParameterTypes();
    if (method.isVarArgs()) {
      return arguments.size() >= wanted.length - 1;
    }
    if (wanted.length != arguments.size()) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (!arguments.get(i).isAssignableTo(wanted[i])) {
        return false;
      }
    }
    return true;
  }

  /**
   * Describes the mismatch between parameters and arguments, each by its kind; kinds with the same
   * name are described in full.
   *
   * @param prefix text before, between and after the two lists
   */
  static String mismatch(
      Executable callable, List<ExpressionType> given, String prefix, String not) {
    List<ExpressionType> wanted =
        Arrays.stream(callable.getParameterTypes()).map(ExpressionType::of).toList();
    String takes = describe(wanted, ExpressionType::describe);
    String was = describe(given, ExpressionType::describe);
    return takes.equals(was)
        ? prefix
            + describe(wanted, ExpressionType::describeFully)
            + not
            + describe(given, ExpressionType::describeFully)
        : prefix + takes + not + was;
  }

  private static String describe(
      List<ExpressionType> kinds, Function<ExpressionType, String> words) {
    return kinds.isEmpty()
        ? "nothing"
        : kinds.stream().map(words).collect(Collectors.joining(", "));
  }
}
