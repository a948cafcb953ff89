package dev.statute.cli;

import dev.statute.problem.Problem;
import java.io.PrintStream;
import java.util.List;

/** Problems for people, as compilers show them. */
final class ProblemText {
  private ProblemText() {}

  /** As talk: the command's result is something else. */
  static void say(Console console, List<Problem> problems) {
    console.out().flush();
    print(console.err(), Style.PLAIN, problems);
  }

  static void print(PrintStream out, Style style, List<Problem> problems) {
    for (Problem problem : problems) {
      out.println(coloured(style, problem));
    }
  }

  /** An option is its own place: it has no lines in which it could be looked for. */
  private static String text(Problem problem) {
    String text = problem.toString();
    String file = problem.place().file();
    return problem.line() == null && file.startsWith("--")
        ? file + text.substring(problem.place().toString().length())
        : text;
  }

  private static String coloured(Style style, Problem problem) {
    String text = text(problem);
    String word = problem.isError() ? "error " : "warning ";
    String mark = word + problem.code();
    int at = text.indexOf(": " + mark + ": ");
    if (style == Style.PLAIN || at < 0) {
      return text;
    }
    int begin = at + 2;
    String marked = problem.isError() ? style.bad(mark) : style.warn(mark);
    return text.substring(0, begin) + marked + text.substring(begin + mark.length());
  }
}
