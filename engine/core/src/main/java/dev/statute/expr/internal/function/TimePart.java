package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Node of {@code getHours()} and similar: a field of a timestamp in UTC or a named zone, or a
 * duration in whole units.
 */
public final class TimePart extends ExpressionNode.OfLong {
  private static final Pattern OFFSET = Pattern.compile("[+-]?(\\d{1,2}):(\\d{2})");

  private final Part part;
  private final ExpressionNode time;
  private final @Nullable ExpressionNode zone;

  public TimePart(Part part, ExpressionNode time, @Nullable ExpressionNode zone, int at) {
    super(at);
    this.part = part;
    this.time = time;
    this.zone = zone;
  }

  @Override
  public long evalLong(EvaluationFrame frame) {
    Object value = time.eval(frame);
    if (zone != null) {
      Object name = zone.eval(frame);
      if (value instanceof Instant instant && name instanceof String text) {
        return part.of(instant.atZone(zone(text, at)));
      }
      throw EvaluationErrors.operands(part.function(), value, name, at);
    }
    if (value instanceof Instant instant) {
      return part.of(instant.atZone(ZoneOffset.UTC));
    }
    if (value instanceof Duration duration && part.isOfDuration()) {
      return part.of(duration);
    }
    throw EvaluationErrors.expected("a time to take " + part.function() + "() of", value, at);
  }

  /** Returns the zone of a name; throws an evaluation error at {@code at} if there is none. */
  public static ZoneId zone(String name, int at) {
    try {
      Matcher offset = OFFSET.matcher(name);
      if (offset.matches()) {
        int sign = name.startsWith("-") ? -1 : 1;
        return ZoneOffset.ofHoursMinutes(
            sign * Integer.parseInt(offset.group(1)), sign * Integer.parseInt(offset.group(2)));
      }
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new EvaluationException(Kind.BAD_FORMAT, "'" + name + "' is not a time zone", at);
    }
  }

  /** Parts by function name. */
  public enum Part {
    FULL_YEAR("getFullYear"),
    MONTH("getMonth"),
    DATE("getDate"),
    DAY_OF_MONTH("getDayOfMonth"),
    DAY_OF_WEEK("getDayOfWeek"),
    DAY_OF_YEAR("getDayOfYear"),
    HOURS("getHours"),
    MINUTES("getMinutes"),
    SECONDS("getSeconds"),
    MILLISECONDS("getMilliseconds");

    private final String function;

    Part(String function) {
      this.function = function;
    }

    public String function() {
      return function;
    }

    public boolean isOfDuration() {
      return this == HOURS || this == MINUTES || this == SECONDS || this == MILLISECONDS;
    }

    long of(ZonedDateTime time) {
      return switch (this) {
        case FULL_YEAR -> time.getYear();
        case MONTH -> time.getMonthValue() - 1;
        case DATE -> time.getDayOfMonth();
        case DAY_OF_MONTH -> time.getDayOfMonth() - 1;
        case DAY_OF_WEEK -> time.getDayOfWeek().getValue() % 7;
        case DAY_OF_YEAR -> time.getDayOfYear() - 1;
        case HOURS -> time.getHour();
        case MINUTES -> time.getMinute();
        case SECONDS -> time.getSecond();
        case MILLISECONDS -> time.getNano() / 1_000_000;
      };
    }

    long of(Duration duration) {
      return switch (this) {
        case HOURS -> duration.toHours();
        case MINUTES -> duration.toMinutes();
        case SECONDS -> duration.toMillis() / 1000;
        default -> duration.toMillis() % 1000;
      };
    }

    public static @Nullable Part lookup(String function) {
      for (Part part : values()) {
        if (part.function.equals(function)) {
          return part;
        }
      }
      return null;
    }
  }
}
