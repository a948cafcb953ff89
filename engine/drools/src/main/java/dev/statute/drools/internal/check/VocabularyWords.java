package dev.statute.drools.internal.check;

import dev.statute.drools.internal.type.ExpressionType;
import dev.statute.drools.internal.type.FactAllowList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which names variables may have, and of which types a consequence's own may be. */
final class VocabularyWords {
  /** Types of a consequence's own variables. */
  static final List<String> LOCALS = List.of("String", "int", "long", "double", "boolean");

  /** What means something to Java, MVEL or DRL. */
  static final Set<String> RESERVED =
      Set.of(
          "abstract",
          "accumulate",
          "and",
          "assert",
          "boolean",
          "break",
          "byte",
          "case",
          "catch",
          "char",
          "class",
          "collect",
          "const",
          "contains",
          "continue",
          "def",
          "default",
          "delete",
          "do",
          "double",
          "drools",
          "else",
          "empty",
          "end",
          "entry",
          "enum",
          "eval",
          "exists",
          "extends",
          "false",
          "final",
          "finally",
          "float",
          "for",
          "forall",
          "foreach",
          "from",
          "function",
          "goto",
          "if",
          "implements",
          "import",
          "in",
          "insert",
          "instanceof",
          "int",
          "interface",
          "is",
          "isdef",
          "kcontext",
          "long",
          "matches",
          "memberOf",
          "modify",
          "native",
          "new",
          "nil",
          "not",
          "null",
          "or",
          "over",
          "package",
          "private",
          "protected",
          "proto",
          "public",
          "query",
          "return",
          "rule",
          "short",
          "soundslike",
          "static",
          "strictfp",
          "strsim",
          "super",
          "switch",
          "synchronized",
          "then",
          "this",
          "throw",
          "throws",
          "transient",
          "true",
          "try",
          "until",
          "update",
          "var",
          "void",
          "volatile",
          "when",
          "while",
          "with");

  private VocabularyWords() {}

  /** Whether some fact has a field of this name, so that a variable would hide it. */
  static boolean isField(String name) {
    return FactAllowList.factNames().stream()
        .map(FactAllowList::findFact)
        .anyMatch(type -> type != null && FactAllowList.accessors(type).contains(name));
  }

  /** The type of a variable declared with this type name, or null. */
  static @Nullable ExpressionType local(String type) {
    return switch (type) {
      case "String" -> ExpressionType.TEXT;
      case "int" -> ExpressionType.of(int.class);
      case "long" -> ExpressionType.of(long.class);
      case "double" -> ExpressionType.of(double.class);
      case "boolean" -> ExpressionType.BOOLEAN;
      default -> null;
    };
  }
}
