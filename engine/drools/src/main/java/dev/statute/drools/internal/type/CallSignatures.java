package dev.statute.drools.internal.type;

import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Says what a call takes and what it was given. */
final class CallSignatures {
  private CallSignatures() {}

  /** Whether these arguments may be given. */
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
   * Says that a call takes other values than it was given, each by its kind; where these would read
   * the same, as more than they have in common.
   *
   * @param says what stands before, between and behind
   */
  static String mismatch(Executable callable, List<ExpressionType> given, String says, String not) {
    List<ExpressionType> wanted =
        Arrays.stream(callable.getParameterTypes()).map(ExpressionType::of).toList();
    String takes = describe(wanted, ExpressionType::describe);
    String was = describe(given, ExpressionType::describe);
    return takes.equals(was)
        ? says
            + describe(wanted, ExpressionType::describeFully)
            + not
            + describe(given, ExpressionType::describeFully)
        : says + takes + not + was;
  }

  private static String describe(
      List<ExpressionType> kinds, Function<ExpressionType, String> words) {
    return kinds.isEmpty()
        ? "nothing"
        : kinds.stream().map(words).collect(Collectors.joining(", "));
  }
}
