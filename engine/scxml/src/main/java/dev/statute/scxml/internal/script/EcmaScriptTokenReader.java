package dev.statute.scxml.internal.script;

import java.util.List;
import java.util.Set;

/** Reader of the tokens of an expression. Confined to one thread. */
final class EcmaScriptTokenReader {
  private static final Set<String> CONSTANTS = Set.of("true", "false", "null");

  private final List<EcmaScriptToken> tokens;
  private int next;

  EcmaScriptTokenReader(String text) throws UntranslatableContent {
    tokens = EcmaScriptLexer.of(text);
  }

  /** Returns the next token; at the end always one of kind {@code end}. */
  EcmaScriptToken peek() {
    return tokens.get(next);
  }

  /** Returns the token after the next one. */
  EcmaScriptToken afterNext() {
    return tokens.get(Math.min(next + 1, tokens.size() - 1));
  }

  EcmaScriptToken read() {
    EcmaScriptToken token = tokens.get(next);
    next = Math.min(next + 1, tokens.size() - 1);
    return token;
  }

  /** Tests for the tokens of a literal; names are keys, and minus signs those of numbers. */
  boolean isLiteral() {
    String before = "[";
    for (int i = 0; i < tokens.size(); i++) {
      EcmaScriptToken token = tokens.get(i);
      EcmaScriptToken after = tokens.get(Math.min(i + 1, tokens.size() - 1));
      boolean fits =
          switch (token.kind()) {
            case "name" -> CONSTANTS.contains(token.text()) || after.is(":");
            case "mark" ->
                token.is("-")
                    ? "[,:".contains(before) && after.kind().equals("number")
                    : "[]{},:".contains(token.text());
            default -> true;
          };
      if (!fits) {
        return false;
      }
      before = token.kind().equals("mark") ? token.text() : token.kind();
    }
    return true;
  }

  boolean isAtEnd() {
    return peek().kind().equals("end");
  }

  /** Skips a mark if it is the next token. */
  boolean take(String mark) {
    if (peek().is(mark)) {
      read();
      return true;
    }
    return false;
  }

  /** Skips a name if it is the next token. */
  boolean takeName(String word) {
    if (peek().isName(word)) {
      read();
      return true;
    }
    return false;
  }

  void expect(String mark) throws UntranslatableContent {
    if (!take(mark)) {
      throw new UntranslatableContent(peek().at(), "'" + mark + "' is expected here");
    }
  }

  String name() throws UntranslatableContent {
    EcmaScriptToken token = read();
    if (!token.kind().equals("name")) {
      throw new UntranslatableContent(token.at(), "a name is expected here");
    }
    return token.text();
  }

  void end() throws UntranslatableContent {
    if (!isAtEnd()) {
      throw new UntranslatableContent(peek().at(), "'" + peek().text() + "' is not expected here");
    }
  }
}
