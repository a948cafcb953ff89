package dev.statute.scxml.internal.script;

import java.util.List;

/** Reader of the tokens of an expression. Confined to one thread. */
final class EcmaScriptTokenReader {
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
