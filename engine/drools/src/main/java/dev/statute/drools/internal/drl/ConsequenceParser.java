package dev.statute.drools.internal.drl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parser of consequences: the part of Java that inserts verdicts.
 *
 * <pre>
 * statement  := 'insert' '(' expression ')' ';' | type name '=' expression ';' | ';'
 *             | 'if' '(' expression ')' block ('else' block)?
 * block      := statement | '{' statement* '}'
 * expression := disjunction ('?' expression ':' expression)?
 * </pre>
 */
public final class ConsequenceParser extends PathParser {
  private static final Set<String> CHANGES =
      Set.of("modify", "update", "delete", "retract", "insertLogical");
  private static final Set<String> CASTS = Set.of("int", "long", "double");
  private static final Set<String> LOOPS = Set.of("for", "while", "do");

  private static final int MAX_LENGTH = 500;
  private int statements;

  private ConsequenceParser(TokenReader tokens) {
    super(tokens);
  }

  /** Parses a consequence; {@code base} is the offset of its text in the file. */
  public static List<DrlStatement> read(String text, int base) {
    ConsequenceParser parser =
        new ConsequenceParser(new TokenReader(DrlLexer.tokens(text, base, true)));
    List<DrlStatement> all = new ArrayList<>();
    while (!parser.tokens.atEnd()) {
      parser.statement(all);
    }
    return List.copyOf(all);
  }

  private void statement(List<DrlStatement> into) {
    DrlToken first = tokens.peek();
    tokens.startStatement();
    if (++statements > MAX_LENGTH) {
      throw new UnsupportedSyntax(
          "R107",
          first.start(),
          first.end(),
          "more than " + MAX_LENGTH + " statements in one rule",
          "write several rules");
    }
    if (tokens.accept(";")) {
      return;
    }
    if (first.is("if")) {
      into.add(branch());
    } else if (first.is("insert") && tokens.peek(1).is("(")) {
      tokens.next();
      tokens.expect("(");
      DrlExpression inserted = nested();
      tokens.expect(")");
      tokens.expect(";");
      into.add(new DrlStatement.Insert(inserted, first.start()));
    } else if (CHANGES.contains(first.text())) {
      throw new UnsupportedSyntax(
          "R121",
          first.start(),
          first.end(),
          "'" + first.text() + "' changes facts, but a rule only inserts verdicts",
          "insert a verdict: insert( new Deny($t, \"why\") );");
    } else if (LOOPS.contains(first.text())) {
      throw new UnsupportedSyntax(
          "R123",
          first.start(),
          first.end(),
          "a consequence has no loops",
          "count and compare in the conditions");
    } else {
      into.add(local(first));
    }
  }

  private DrlStatement branch() {
    tokens.next();
    tokens.expect("(");
    DrlExpression condition = nested();
    tokens.expect(")");
    List<DrlStatement> then = block();
    List<DrlStatement> otherwise = tokens.accept("else") ? block() : List.of();
    return new DrlStatement.If(condition, then, otherwise);
  }

  private List<DrlStatement> block() {
    tokens.enterNested();
    List<DrlStatement> all = new ArrayList<>();
    if (tokens.accept("{")) {
      while (!tokens.accept("}")) {
        if (tokens.atEnd()) {
          throw tokens.unexpected("'}' is missing");
        }
        statement(all);
      }
    } else {
      statement(all);
    }
    tokens.exitNested();
    return List.copyOf(all);
  }

  private DrlStatement local(DrlToken first) {
    boolean typed =
        first.kind() == DrlToken.Kind.NAME
            && !first.is("new")
            && (tokens.peek(1).kind() == DrlToken.Kind.NAME || tokens.peek(1).is("<"));
    if (!typed) {
      throw new UnsupportedSyntax(
          "R123",
          first.start(),
          first.end(),
          "a consequence only inserts verdicts",
          "write insert( new Deny($t, \"why\") ); or another verdict");
    }
    tokens.next();
    if (tokens.accept("<")) {
      tokens.expectName();
      tokens.expect(">");
    }
    DrlToken name = tokens.expectName();
    tokens.expect("=");
    DrlExpression value = expression();
    tokens.expect(";");
    return new DrlStatement.Local(first.text(), name.text(), value, first.start(), name.start());
  }

  @Override
  DrlExpression expression() {
    DrlExpression condition = disjunction();
    if (!tokens.accept("?")) {
      return condition;
    }
    DrlExpression then = nested();
    tokens.expect(":");
    return new DrlExpression.Choice(condition, then, nested());
  }

  @Override
  DrlExpression comparison() {
    DrlExpression left = additive();
    for (String sign : List.of("==", "!=", "<=", ">=", "<", ">")) {
      if (tokens.peek().is(sign)) {
        DrlToken at = tokens.next();
        tokens.countPart(false);
        return new DrlExpression.Binary(sign, left, additive(), at.start());
      }
    }
    return left;
  }

  @Override
  boolean isCast() {
    return tokens.peek().is("(") && CASTS.contains(tokens.peek(1).text()) && tokens.peek(2).is(")");
  }

  @Override
  DrlExpression creation(DrlToken token) {
    tokens.next();
    DrlToken type = tokens.expectName();
    StringBuilder name = new StringBuilder(type.text());
    while (tokens.accept(".")) {
      name.append('.').append(tokens.expectName().text());
    }
    List<DrlExpression> arguments = arguments();
    return new DrlExpression.New(
        name.toString(), arguments, type.start(), token.start(), argumentsEnd());
  }
}
