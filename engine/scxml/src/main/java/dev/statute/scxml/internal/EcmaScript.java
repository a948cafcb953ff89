package dev.statute.scxml.internal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates the simple kind of ECMAScript into CEL: literals, variables, comparisons, arithmetic,
 * conditions, and assignments. What would mean something else in CEL is refused: calls, and
 * everything of the host.
 *
 * <p>{@link Tokenizer} cuts the text into words, {@link EcmaScriptToCel} and {@link
 * AssignmentStatements} read what they say, {@link EcmaScriptOperators}, {@link TruthinessRules}
 * and {@link SystemVariables} know how that is said in CEL.
 */
final class EcmaScript {
  private EcmaScript() {}

  /** A value. */
  static CelExpression value(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    EcmaScriptTokens in = new EcmaScriptTokens(text);
    CelExpression value = new EcmaScriptToCel(in, names).conditional();
    in.end();
    return value;
  }

  /** A condition: what is surely no boolean is asked whether it is truthy. */
  static String condition(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    return TruthinessRules.of(value(text, names)).text();
  }

  /** Statements that only assign: path → value, in order. */
  static List<Map.Entry<String, String>> assignments(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    return new AssignmentStatements(new EcmaScriptTokens(text), names).all();
  }

  /** What may stand left of an assignment: a variable, or something inside one. */
  static String location(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    EcmaScriptTokens in = new EcmaScriptTokens(text);
    String path = new AssignmentStatements(in, names).path();
    in.end();
    return path;
  }

  /** The members of an object as it is written, key to value; null if the text is none. */
  static @Nullable Map<String, String> members(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    EcmaScriptTokens in = new EcmaScriptTokens(text);
    if (!in.take("{")) {
      return null;
    }
    Map<String, String> members = new EcmaScriptToCel(in, names).members();
    in.end();
    return members;
  }

  /** A CEL string in single quotes. */
  static String quoted(String value) {
    String escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n");
    return "'" + escaped.replace("\r", "\\r").replace("\t", "\\t") + "'";
  }
}
