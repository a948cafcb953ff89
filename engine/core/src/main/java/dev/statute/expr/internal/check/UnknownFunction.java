package dev.statute.expr.internal.check;

import dev.statute.expr.internal.function.ConversionNode.Conversion;
import dev.statute.expr.internal.function.TimePart;
import dev.statute.expr.internal.syntax.ComprehensionMacro;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reason why a function call is invalid: unsupported, wrong call style, misspelt or unknown. */
record UnknownFunction(String code, String message, @Nullable String fix) {
  private static final List<String> FUNCTIONS =
      Stream.of(
              Stream.of("size"),
              Stream.of(Conversion.values()).map(Conversion::function),
              Stream.of("dyn", "has", "active"))
          .flatMap(names -> names)
          .toList();
  private static final List<String> METHODS =
      Stream.of(
              Stream.of("contains", "startsWith", "endsWith", "matches", "size"),
              Stream.of(ComprehensionMacro.values()).map(ComprehensionMacro::word),
              Stream.of(TimePart.Part.values()).map(TimePart.Part::function))
          .flatMap(names -> names)
          .toList();
  private static final Map<String, String> REFUSED =
      Map.of(
          "uint", "there are no unsigned numbers: use int",
          "bytes", "there are no byte strings: use string",
          "type", "compare with a value, or test a field with has()",
          "now", "now is a variable: write now",
          "len", "write size(…)",
          "length", "write size(…)",
          "count", "write size(…)");
  private static final Set<String> CEL = Set.of("uint", "bytes", "type");

  static UnknownFunction of(SyntaxTree.Call call) {
    String function = call.function();
    String refused = REFUSED.get(function);
    if (refused != null) {
      return CEL.contains(function)
          ? new UnknownFunction("E105", "there is no " + function + "() in charts", refused)
          : new UnknownFunction("E203", "there is no function '" + function + "'", refused);
    }
    boolean method = call.target() != null;
    List<String> own = method ? METHODS : FUNCTIONS;
    List<String> others = method ? FUNCTIONS : METHODS;
    boolean known = own.contains(function);
    if (known || others.contains(function)) {
      return new UnknownFunction(
          "E203",
          known
              ? function + "() does not take " + arguments(call.args().size())
              : "'" + function + "' is called the other way",
          "write " + usage(function, known == method));
    }
    return new UnknownFunction(
        "E203",
        "there is no function '" + function + "'",
        SpellingSuggestion.fix(function, own, "there are " + String.join(", ", own)));
  }

  private static String arguments(int count) {
    return count == 0 ? "no argument" : count == 1 ? "1 argument" : count + " arguments";
  }

  private static String usage(String function, boolean method) {
    if (!method) {
      return function.equals("has") ? "has(data.x)" : function + "(x)";
    }
    ComprehensionMacro macro = ComprehensionMacro.of(function);
    if (macro != null) {
      return macro.usage();
    }
    return switch (function) {
      case "contains", "startsWith", "endsWith" -> "text." + function + "('part')";
      case "matches" -> "text.matches('pattern')";
      case "size" -> "size(x)";
      default -> "time." + function + "()";
    };
  }
}
