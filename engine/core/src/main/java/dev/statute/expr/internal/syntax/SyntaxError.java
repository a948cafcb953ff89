package dev.statute.expr.internal.syntax;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** First syntax error of a source; has no stack trace. */
public final class SyntaxError extends Exception {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final int start;
  private final int end;
  private final String fix;

  public SyntaxError(String code, int start, int end, String message, @Nullable String fix) {
    super(message, null, false, false);
    this.code = code;
    this.start = start;
    this.end = end;
    this.fix = fix == null ? standard(code) : fix;
  }

  /** Returns the same error with another fix. */
  SyntaxError withFix(String better) {
    return new SyntaxError(code, start, end, String.valueOf(getMessage()), better);
  }

  boolean isOf(String... codes) {
    return List.of(codes).contains(code);
  }

  public String fix() {
    return fix;
  }

  /** Reports the error at its place in the source. */
  public void report(SourceText source, ProblemCollector problems) {
    report(source, problems, fix);
  }

  /** Reports the error with another fix. */
  public void report(SourceText source, ProblemCollector problems, String better) {
    problems.error(code, source.slice(start, end), String.valueOf(getMessage()), better);
  }

  /** Returns the generic fix. */
  private static String standard(String code) {
    return switch (code) {
      case "E101" -> "write a value, or values joined by an operator, such as data.n > 1";
      case "E102" -> "write it as 1, 0x1F, 1.5 or 1e3";
      case "E103" -> "operators are ! - * / % + < <= > >= == != in && || ?:";
      case "E104" -> "close the text with its quote; escapes are those of JSON";
      default -> "leave it out, and write it with what there is";
    };
  }
}
