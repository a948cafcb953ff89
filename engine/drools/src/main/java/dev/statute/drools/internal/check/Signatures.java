package dev.statute.drools.internal.check;

import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
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

  /**
   * Says that a call takes other values than it was given, each by its kind; where these would read
   * the same, as more than they have in common.
   *
   * @param says what stands before, between and behind
   */
  static String mismatch(Executable callable, List<Kind> given, String says, String not) {
    List<Kind> wanted = Arrays.stream(callable.getParameterTypes()).map(Kind::of).toList();
    String takes = inWords(wanted, Kind::inWords);
    String was = inWords(given, Kind::inWords);
    return takes.equals(was)
        ? says + inWords(wanted, Kind::inFullWords) + not + inWords(given, Kind::inFullWords)
        : says + takes + not + was;
  }

  private static String inWords(List<Kind> kinds, Function<Kind, String> words) {
    return kinds.isEmpty()
        ? "nothing"
        : kinds.stream().map(words).collect(Collectors.joining(", "));
  }
}
