package dev.statute.drools.internal.condition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Access to the fields and methods of facts and values, which may be symbolic. */
public interface FactReader {
  /** Reads a field; {@link SymbolicValue#UNKNOWN} if it cannot be read. */
  @Nullable Object field(Object on, String name);

  /**
   * Calls a method; {@link SymbolicValue#UNKNOWN} if it cannot be called.
   *
   * @param on the receiver, or the class of a static method
   */
  @Nullable Object call(Object on, String name, List<@Nullable Object> arguments);
}
