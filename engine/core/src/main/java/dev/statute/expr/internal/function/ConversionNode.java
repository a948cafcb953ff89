package dev.statute.expr.internal.function;

import dev.statute.expr.DecimalFormat;
import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Node of {@code int(x)} and the other conversions. */
public final class ConversionNode extends ExpressionNode {
  private static final Set<String> TRUE = Set.of("true", "True", "TRUE", "t", "1");
  private static final Set<String> FALSE = Set.of("false", "False", "FALSE", "f", "0");

  private final Conversion to;
  private final ExpressionNode from;

  public ConversionNode(Conversion to, ExpressionNode from, int at) {
    super(at);
    this.to = to;
    this.from = from;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    Object value = from.eval(frame);
    if (value instanceof String text) {
      frame.chargeText(text.length(), at);
    }
    Object result =
        switch (to) {
          case INT -> toInt(value);
          case DOUBLE -> toDouble(value);
          case DECIMAL -> toDecimal(value);
          case STRING -> toText(value);
          case BOOL -> toBool(value);
          case TIMESTAMP ->
              value instanceof String text
                  ? TimeArithmetic.timestamp(text, at)
                  : value instanceof Long seconds
                      ? (Object) TimeArithmetic.timestamp(seconds, at)
                      : value instanceof Instant ? value : null;
          case DURATION ->
              value instanceof String text
                  ? TimeArithmetic.duration(text, at)
                  : value instanceof Duration ? value : null;
        };
    if (result == null) {
      throw EvaluationErrors.expected("what " + to.function() + "() can convert", value, at);
    }
    return result;
  }

  private @Nullable Object toInt(@Nullable Object value) {
    if (value instanceof Long) {
      return value;
    }
    if (value instanceof Double number) {
      return toInt(number.doubleValue());
    }
    if (value instanceof BigDecimal decimal) {
      return toInt(decimal);
    }
    if (value instanceof String text) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw EvaluationErrors.format("an int", text, at);
      }
    }
    return value instanceof Instant time ? (Object) time.getEpochSecond() : null;
  }

  private Long toInt(double number) {
    if (!(number > -0x1p63 && number < 0x1p63)) {
      throw EvaluationErrors.overflow("int(" + number + ")", at);
    }
    return (long) number;
  }

  private Long toInt(BigDecimal decimal) {
    BigInteger whole = decimal.toBigInteger();
    if (whole.bitLength() >= Long.SIZE) {
      throw EvaluationErrors.overflow("int(" + DecimalFormat.format(decimal) + ")", at);
    }
    return whole.longValue();
  }

  private @Nullable Object toDecimal(@Nullable Object value) {
    BigDecimal decimal = DecimalFormat.convert(value);
    if (decimal == null && value instanceof String text) {
      throw EvaluationErrors.format("a decimal", text, at);
    }
    return decimal;
  }

  private @Nullable Object toDouble(@Nullable Object value) {
    if (value instanceof Double) {
      return value;
    }
    if (value instanceof Long || value instanceof BigDecimal) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof String text) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw EvaluationErrors.format("a number", text, at);
      }
    }
    return null;
  }

  private @Nullable Object toBool(@Nullable Object value) {
    if (value instanceof String text) {
      if (TRUE.contains(text)) {
        return true;
      }
      if (FALSE.contains(text)) {
        return false;
      }
      throw EvaluationErrors.format("a bool", text, at);
    }
    return value instanceof Boolean ? value : null;
  }

  /** Converts as {@code string(value)} does; null for unsupported types. */
  static @Nullable String toText(@Nullable Object value) {
    if (value instanceof Duration duration) {
      return TimeArithmetic.text(duration);
    }
    if (value instanceof BigDecimal decimal) {
      return DecimalFormat.format(decimal);
    }
    return value instanceof String
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof Instant
        ? value.toString()
        : null;
  }

  /** Conversions by function name. */
  public enum Conversion {
    INT("int"),
    DOUBLE("double"),
    DECIMAL("decimal"),
    STRING("string"),
    BOOL("bool"),
    TIMESTAMP("timestamp"),
    DURATION("duration");

    private final String function;

    Conversion(String function) {
      this.function = function;
    }

    public String function() {
      return function;
    }

    public static @Nullable Conversion of(String function) {
      for (Conversion to : values()) {
        if (to.function.equals(function)) {
          return to;
        }
      }
      return null;
    }
  }
}
