package dev.statute.json.internal;

import dev.statute.policy.Instance;
import dev.statute.policy.Proposal;
import dev.statute.policy.base.Values;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Short description of a fact that a rule matched: {@code fact} is its type, the other members
 * distinguish it from others of its type, or are its value. Only values with a stable form are
 * shown, so that a host's own facts never make an output depend on memory addresses.
 */
public final class FactJson {
  private static final String TYPE = "fact";

  private FactJson() {}

  public static void writeFact(JsonWriter out, Object fact) {
    boolean several = fact instanceof Collection<?>;
    out.open().put(TYPE, several ? "Collection" : fact.getClass().getSimpleName());
    if (fact instanceof Proposal proposal) {
      out.put("kind", proposal.kind());
      out.putIfAny("event", proposal.event());
      out.put("from", proposal.from()).putIfAny("to", proposal.to());
      out.putIfAny("guard", proposal.guard());
    } else if (fact instanceof Instance instance) {
      out.put("configuration", instance.configuration());
    } else if (!(fact instanceof Values) && fact instanceof Record facts) {
      writeComponents(out, facts);
    } else if (isComputed(fact)) {
      out.put("value", fact);
    }
    out.close();
  }

  private static void writeComponents(JsonWriter out, Record fact) {
    for (RecordComponent component : fact.getClass().getRecordComponents()) {
      Object value = value(fact, component);
      if (isShown(value)) {
        String name = component.getName();
        out.put(name.equals(TYPE) ? name + "_" : name, value); // a key stands once in an object
      }
    }
  }

  private static @Nullable Object value(Record fact, RecordComponent component) {
    try {
      return component.getAccessor().invoke(fact);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * Tests for a result of an accumulate. Texts are not shown, because masking would not know their
   * origin.
   */
  private static boolean isComputed(@Nullable Object fact) {
    return fact instanceof List<?> list
        ? !list.isEmpty() && list.stream().allMatch(FactJson::isComputed)
        : isShown(fact) && (fact instanceof Number || fact instanceof Boolean);
  }

  private static boolean isShown(@Nullable Object value) {
    if (value instanceof String text) {
      return !text.isEmpty();
    }
    if (value instanceof List<?> list) {
      return !list.isEmpty() && list.stream().allMatch(FactJson::isShown);
    }
    if (value instanceof Map<?, ?> map) {
      return !map.isEmpty() && map.values().stream().allMatch(FactJson::isShown);
    }
    return value instanceof Boolean
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Double
        || value instanceof BigDecimal
        || value instanceof Duration;
  }
}
