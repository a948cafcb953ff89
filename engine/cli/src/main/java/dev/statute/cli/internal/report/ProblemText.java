package dev.statute.cli.internal.report;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Problems as text, in the style of compilers. */
public final class ProblemText {
  private ProblemText() {}

  /** Prints problems as notices, beside the command's result. */
  public static void printNotices(Console console, List<Problem> problems) {
    console.out().flush();
    print(console.err(), TerminalStyle.PLAIN, problems);
  }

  /** Prints the problems of a load as notices and returns its value. */
  public static <T> @Nullable T valueOf(Loaded<T> loaded, Console console) {
    printNotices(console, loaded.problems());
    return loaded.value();
  }

  public static void print(PrintStream out, TerminalStyle style, List<Problem> problems) {
    for (Problem problem : problems) {
      out.println(highlight(style, problem));
    }
  }

  /** Tests for a problem of an option, which has no lines to show. */
  static boolean isOfOption(Problem problem) {
    return problem.line() == null && problem.place().file().startsWith("--");
  }

  /** Place for people: an option is its own place. */
  static String place(Problem problem) {
    return isOfOption(problem) ? problem.place().file() : problem.place().toString();
  }

  /** Message and fix, for formats that show the place separately. */
  static String message(Problem problem) {
    String text = problem.message() + "\nfix: " + problem.fix();
    return isOfOption(problem) ? place(problem) + ": " + text : text;
  }

  /** Full text: the message, and a line for the fix. */
  static String text(Problem problem) {
    return place(problem) + problem.toString().substring(problem.place().toString().length());
  }

  private static String highlight(TerminalStyle style, Problem problem) {
    String text = text(problem);
    String word = problem.isError() ? "error " : "warning ";
    String mark = word + problem.code();
    int at = text.indexOf(": " + mark + ": ");
    if (style == TerminalStyle.PLAIN || at < 0) {
      return text;
    }
    int begin = at + 2;
    String marked = problem.isError() ? style.error(mark) : style.warning(mark);
    return text.substring(0, begin) + marked + text.substring(begin + mark.length());
  }
}
