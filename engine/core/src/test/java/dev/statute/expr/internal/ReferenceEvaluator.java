package dev.statute.expr.internal;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.values.NullValue;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Evaluator of Google's CEL implementation, without its type checker. */
final class ReferenceEvaluator {
  private static final CelOptions OPTIONS =
      CelOptions.current().enableHeterogeneousNumericComparisons(true).build();
  private static final Map<CelErrorCode, Kind> KINDS =
      Map.of(
          CelErrorCode.ATTRIBUTE_NOT_FOUND, Kind.NO_SUCH_KEY,
          CelErrorCode.OVERLOAD_NOT_FOUND, Kind.NO_SUCH_OVERLOAD,
          CelErrorCode.INDEX_OUT_OF_BOUNDS, Kind.INDEX_OUT_OF_BOUNDS,
          CelErrorCode.DIVIDE_BY_ZERO, Kind.DIVIDE_BY_ZERO,
          CelErrorCode.NUMERIC_OVERFLOW, Kind.OVERFLOW,
          CelErrorCode.DUPLICATE_ATTRIBUTE, Kind.DUPLICATE_KEY,
          CelErrorCode.BAD_FORMAT, Kind.BAD_FORMAT,
          CelErrorCode.INVALID_ARGUMENT, Kind.INVALID_ARGUMENT);

  private final CelCompiler compiler =
      CelCompilerFactory.standardCelCompilerBuilder()
          .setOptions(OPTIONS)
          .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
          .build();
  private final CelRuntime runtime =
      CelRuntimeFactory.plannerRuntimeBuilder().setOptions(OPTIONS).build();

  EvaluationResult eval(String source, Map<String, ?> variables) {
    try {
      CelAbstractSyntaxTree tree = compiler.parse(source).getAst();
      return EvaluationResult.value(runtime.createProgram(tree).eval(variables));
    } catch (CelValidationException e) {
      return EvaluationResult.refused(e.getMessage());
    } catch (CelEvaluationException e) {
      return EvaluationResult.error(kind(e), e.getMessage());
    }
  }

  /** Classifies errors without a code by their message. */
  private static Kind kind(CelEvaluationException e) {
    Kind kind = KINDS.get(e.getErrorCode());
    String message = e.getMessage();
    if (kind != null) {
      return kind;
    }
    if (message.contains("Expected boolean value")
        || message.contains("Unexpected iter_range type")) {
      return Kind.NO_SUCH_OVERLOAD;
    }
    if (message.contains("Function '_[_]' failed")) {
      return Kind.INDEX_OUT_OF_BOUNDS;
    }
    for (String function : List.of("_+_", "_-_", "timestamp")) {
      if (message.contains("Function '" + function + "' failed")) {
        return Kind.OVERFLOW;
      }
    }
    if (message.contains("Function 'get")) {
      return Kind.BAD_FORMAT;
    }
    throw new IllegalStateException("no kind for " + e.getErrorCode() + ": " + message, e);
  }

  /** Replaces the null of Java by that of CEL. */
  static Object adapted(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, element) -> copy.put(key, adapted(element)));
      return copy;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ReferenceEvaluator::adapted).toList();
    }
    return value == null ? NullValue.NULL_VALUE : value;
  }
}
