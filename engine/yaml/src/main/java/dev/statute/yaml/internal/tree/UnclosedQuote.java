package dev.statute.yaml.internal.tree;

import java.io.StringReader;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.scanner.ScannerImpl;
import org.yaml.snakeyaml.tokens.ScalarToken;
import org.yaml.snakeyaml.tokens.StreamEndToken;
import org.yaml.snakeyaml.tokens.Token;

/**
 * Quote that was not closed on its line, so that the text extends to the next quote, which was
 * meant to open another text. YAML reports only that the text after that one does not fit.
 *
 * @param start offset of the opening quote
 * @param end offset behind the closing quote
 */
record UnclosedQuote(int start, int end) {
  /** Returns the quoted text of several lines that ends right before {@code offset}, or null. */
  static @Nullable UnclosedQuote before(SourceLines lines, String content, int offset) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    ScannerImpl scanner = new ScannerImpl(new StreamReader(new StringReader(content)), options);
    UnclosedQuote last = null;
    try {
      for (Token token = next(scanner);
          !(token instanceof StreamEndToken)
              && lines.offset(token.getStartMark().getIndex()) < offset;
          token = next(scanner)) {
        if (token instanceof ScalarToken scalar) {
          last = severalLines(lines, scalar);
        }
      }
    } catch (YAMLException | IndexOutOfBoundsException | IllegalArgumentException e) {
      // an unreadable part lies behind the offset, or is reported elsewhere
    }
    return last != null
            && last.end <= offset
            && content.substring(last.end, offset).chars().allMatch(c -> c == ' ')
        ? last
        : null;
  }

  private static Token next(ScannerImpl scanner) {
    scanner.peekToken(); // peeking reads on; taking a token does not
    return scanner.getToken();
  }

  private static @Nullable UnclosedQuote severalLines(SourceLines lines, ScalarToken scalar) {
    ScalarStyle style = scalar.getStyle();
    boolean isQuoted = style == ScalarStyle.DOUBLE_QUOTED || style == ScalarStyle.SINGLE_QUOTED;
    return isQuoted && scalar.getStartMark().getLine() < scalar.getEndMark().getLine()
        ? new UnclosedQuote(
            lines.offset(scalar.getStartMark().getIndex()),
            lines.offset(scalar.getEndMark().getIndex()))
        : null;
  }
}
