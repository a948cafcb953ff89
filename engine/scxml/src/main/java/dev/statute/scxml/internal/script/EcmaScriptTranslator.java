package dev.statute.scxml.internal.script;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates the simple kind of ECMAScript into CEL: literals, variables, comparisons, arithmetic,
 * conditions, and assignments. What would mean something else in CEL is refused: calls, and
 * everything of the host.
 *
 * <p>{@link EcmaScriptLexer} cuts the text into words, {@link EcmaScriptParser} and {@link
 * AssignmentStatements} read what they say, {@link EcmaScriptOperators}, {@link TruthinessRules}
 * and {@link SystemVariables} know how that is said in CEL.
 */
public final class EcmaScriptTranslator {
  private EcmaScriptTranslator() {}

  /** A value. */
  public static CelExpression value(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    EcmaScriptTokenReader in = new EcmaScriptTokenReader(text);
    CelExpression value = new EcmaScriptParser(in, names).conditional();
    in.end();
    return value;
  }

  /** A condition: what is surely no boolean is asked whether it is truthy. */
  public static String condition(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    return TruthinessRules.truthOf(value(text, names)).text();
  }

  /** Statements that only assign: path → value, in order. */
  public static List<Map.Entry<String, String>> assignments(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    return new AssignmentStatements(new EcmaScriptTokenReader(text), names).parseAll();
  }

  /** What may stand left of an assignment: a variable, or something inside one. */
  public static String location(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    EcmaScriptTokenReader in = new EcmaScriptTokenReader(text);
    String path = new AssignmentStatements(in, names).path();
    in.end();
    return path;
  }

  /** The members of an object as it is written, key to value; null if the text is none. */
  public static @Nullable Map<String, String> members(String text, NameMapping names)
      throws UntranslatableContent, InvalidExpression {
    EcmaScriptTokenReader in = new EcmaScriptTokenReader(text);
    if (!in.take("{")) {
      return null;
    }
    Map<String, String> members = new EcmaScriptParser(in, names).members();
    in.end();
    return members;
  }

  /** A CEL string in single quotes. */
  public static String quoted(String value) {
    String escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n");
    return "'" + escaped.replace("\r", "\\r").replace("\t", "\\t") + "'";
  }
}
