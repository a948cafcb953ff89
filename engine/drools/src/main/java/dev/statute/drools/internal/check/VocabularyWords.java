package dev.statute.drools.internal.check;

import dev.statute.drools.internal.type.ExpressionType;
import dev.statute.drools.internal.type.FactAllowList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Permitted names of variables, and permitted types of a consequence's local variables. */
final class VocabularyWords {
  /** Types of a consequence's local variables. */
  static final List<String> LOCALS = List.of("String", "int", "long", "double", "boolean");

  /** Words with a meaning in Java, MVEL or DRL. */
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

  /** Tests if some fact has a field of this name, which a variable would hide. */
  static boolean isField(String name) {
    return FactAllowList.factNames().stream()
        .map(FactAllowList::findFact)
        .anyMatch(type -> type != null && FactAllowList.accessors(type).contains(name));
  }

  /** Type of a local variable with this type name, or null. */
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
