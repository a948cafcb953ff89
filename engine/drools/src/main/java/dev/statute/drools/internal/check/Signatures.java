package dev.statute.drools.internal.check;

import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Says what a call takes and what it was given. */
final class Signatures {
  private Signatures() {}

  /** Whether these arguments may be given. */
  static boolean fit(Executable method, List<Kind> arguments) {
    Class<?>[] wanted = method.getParameterTypes();
    if (method.isVarArgs()) {
      return arguments.size() >= wanted.length - 1;
    }
    if (wanted.length != arguments.size()) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (!arguments.get(i).fits(wanted[i])) {
        return false;
      }
    }
    return true;
  }

  static String inWords(Executable callable) {
    return callable.getParameterCount() == 0
        ? "nothing"
        : inWords(Arrays.stream(callable.getParameterTypes()).map(Kind::of).toList());
  }

  static String inWords(List<Kind> kinds) {
    return kinds.isEmpty()
        ? "nothing"
        : kinds.stream().map(Kind::inWords).collect(Collectors.joining(", "));
  }
}
