package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import dev.statute.expr.reading.ReadingExpression;
import dev.statute.logs.internal.text.HtmlEntities;
import dev.statute.logs.internal.text.JsonValues;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of the names of a form for one entry and one part of it. Confined to one thread. */
public final class EntryScope extends ReadingExpression.Scope {
  private final FormDescription.Vocabulary vocabulary;
  private final int firstDefinition;
  private final @Nullable Object[] values;
  private final boolean[] computed;

  /** Creates a scope without an entry. */
  public EntryScope(FormDescription.Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    firstDefinition = vocabulary.names().size() - vocabulary.definitions().size();
    values = new Object[vocabulary.names().size()];
    computed = new boolean[values.length];
  }

  /** Sets the entry; no part is bound. */
  public void setEntry(@Nullable Object entry) {
    Arrays.fill(values, null);
    Arrays.fill(computed, false);
    values[0] = entry;
  }

  /** Binds the part of a loop; null = none. */
  void bind(String loop, @Nullable Object part) {
    values[vocabulary.names().indexOf(loop)] = part;
    for (int i = 0; i < vocabulary.definitions().size(); i++) {
      if (vocabulary.definitions().get(i).loop().equals(loop)) {
        computed[firstDefinition + i] = false;
      }
    }
  }

  @Override
  protected @Nullable Object variable(int slot) {
    if (slot >= firstDefinition && !computed[slot]) {
      values[slot] = compute(vocabulary.definitions().get(slot - firstDefinition));
      computed[slot] = true;
    }
    return values[slot];
  }

  private @Nullable Object compute(FormDescription.Definition definition) {
    List<ReadingExpression> sources = definition.sources();
    Object value = sources.get(0).value(this, null);
    return switch (definition.kind()) {
      case VALUE -> value;
      case FIRST -> {
        for (int i = 1; value == null && i < sources.size(); i++) {
          value = sources.get(i).value(this, null);
        }
        yield value;
      }
      case MATCH ->
          value instanceof String text
              ? Objects.requireNonNull(definition.pattern()).find(text)
              : null;
      case PAIRS -> value instanceof String text ? pairs(definition, text) : null;
      case ATTRIBUTE ->
          value instanceof String text ? JsonValues.unquoted(HtmlEntities.decode(text)) : null;
      case JSON -> JsonValues.object(value);
      case PARSED -> JsonValues.parsed(value);
      case TEXTS ->
          value == null || value == LenientMap.NOTHING ? null : JsonValues.contentText(value);
    };
  }

  private static @Nullable Object pairs(FormDescription.Definition definition, String text) {
    LenientMap pairs = new LenientMap();
    for (LenientMap match : Objects.requireNonNull(definition.pattern()).findAll(text)) {
      if (match.containsKey("name") && match.containsKey("value")) {
        pairs.put(JsonValues.text(match.get("name")), match.get("value"));
      }
    }
    return pairs.isEmpty() ? null : pairs;
  }
}
