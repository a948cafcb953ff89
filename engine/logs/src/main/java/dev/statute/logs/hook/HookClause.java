package dev.statute.logs.hook;

import dev.statute.expr.reading.ReadingExpression;
import java.util.List;
import java.util.Map;

/**
 * Meaning of one hook of a program. Immutable.
 *
 * @param fields expressions by the name of their field; of several the first with a value counts
 * @param isAdvised whether the reply can hold a text for the model
 * @param reply form of the reply
 */
record HookClause(
    HookEvent.Kind kind,
    Map<String, List<ReadingExpression>> fields,
    boolean isAdvised,
    String reply) {
  List<ReadingExpression> field(String name) {
    return fields.getOrDefault(name, List.of());
  }
}
