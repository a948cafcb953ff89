package dev.statute.scxml.internal;

import java.util.List;

/** Walks over the words of an expression. Confined to one thread. */
final class TokenReader {
  private final List<Token> tokens;
  private int next;

  TokenReader(String text) throws Untranslatable {
    tokens = Tokens.of(text);
  }

  /** The next word; at the end again and again the one of kind {@code end}. */
  Token peek() {
    return tokens.get(next);
  }

  /** The word after the next one. */
  Token afterNext() {
    return tokens.get(Math.min(next + 1, tokens.size() - 1));
  }

  Token read() {
    Token token = tokens.get(next);
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

  void expect(String mark) throws Untranslatable {
    if (!take(mark)) {
      throw new Untranslatable(peek().at(), "'" + mark + "' is expected here");
    }
  }

  String name() throws Untranslatable {
    Token token = read();
    if (!token.kind().equals("name")) {
      throw new Untranslatable(token.at(), "a name is expected here");
    }
    return token.text();
  }

  void end() throws Untranslatable {
    if (!isAtEnd()) {
      throw new Untranslatable(peek().at(), "'" + peek().text() + "' is not expected here");
    }
  }
}
