package dev.statute.scxml.internal.script;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translator of simple ECMAScript to CEL: literals, variables, comparisons, arithmetic, conditions,
 * and assignments. Refuses content with another meaning in CEL: calls, and objects of the host.
 *
 * <p>{@link EcmaScriptLexer} splits the text into tokens, {@link EcmaScriptParser} and {@link
 * AssignmentStatements} parse them, {@link EcmaScriptOperators}, {@link TruthinessRules} and {@link
 * SystemVariables} supply the CEL equivalents.
 */
public final class EcmaScriptTranslator {
  private EcmaScriptTranslator() {}

  /** Translates a value. */
  public static CelExpression value(String text, NameMapping names) throws UntranslatableContent {
    EcmaScriptTokenReader in = new EcmaScriptTokenReader(text);
    CelExpression value = new EcmaScriptParser(in, names).conditional();
    in.end();
    return value;
  }

  /** Translates a literal, also an object or a list of such; null if the text is none. */
  public static @Nullable String literal(String text, NameMapping names)
      throws UntranslatableContent {
    return new EcmaScriptTokenReader(text).isLiteral() ? value(text, names).text() : null;
  }

  /** Translates a condition: a value that may be no boolean is tested for truthiness. */
  public static String condition(String text, NameMapping names) throws UntranslatableContent {
    return TruthinessRules.truthOf(value(text, names)).text();
  }

  /** Translates assignments: path → value, in order. */
  public static List<Map.Entry<String, String>> assignments(String text, NameMapping names)
      throws UntranslatableContent {
    return new AssignmentStatements(new EcmaScriptTokenReader(text), names).parseAll();
  }

  /** Translates the left side of an assignment: a variable, or a path inside one. */
  public static String location(String text, NameMapping names) throws UntranslatableContent {
    EcmaScriptTokenReader in = new EcmaScriptTokenReader(text);
    String path = new AssignmentStatements(in, names).path();
    in.end();
    return path;
  }

  /** Translates the members of an object literal, key to value; null if the text is none. */
  public static @Nullable Map<String, String> members(String text, NameMapping names)
      throws UntranslatableContent {
    EcmaScriptTokenReader in = new EcmaScriptTokenReader(text);
    if (!in.take("{")) {
      return null;
    }
    Map<String, String> members = new EcmaScriptParser(in, names).members();
    in.end();
    return members;
  }

  /** Returns a CEL string in single quotes. */
  public static String quoted(String value) {
    String escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n");
    return "'" + escaped.replace("\r", "\\r").replace("\t", "\\t") + "'";
  }
}
