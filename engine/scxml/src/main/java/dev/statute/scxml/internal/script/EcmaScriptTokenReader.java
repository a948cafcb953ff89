package dev.statute.scxml.internal.script;

import java.util.List;

/** Walks over the words of an expression. Confined to one thread. */
final class EcmaScriptTokenReader {
  private final List<EcmaScriptToken> tokens;
  private int next;

  EcmaScriptTokenReader(String text) throws UntranslatableContent {
    tokens = EcmaScriptLexer.of(text);
  }

  /** The next word; at the end again and again the one of kind {@code end}. */
  EcmaScriptToken peek() {
    return tokens.get(next);
  }

  /** The word after the next one. */
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

  /** Passes over a mark if it is the next word. */
  boolean take(String mark) {
    if (peek().is(mark)) {
      read();
      return true;
    }
    return false;
  }

  /** Passes over a word if it is the next one. */
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
