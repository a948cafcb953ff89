package dev.statute.step.internal.interpret;

import dev.statute.step.internal.state.SnapshotExtras;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Value of {@code fields} in expressions. The prompt is computed on access, at the latest when an
 * action that keeps the value measures it; from then on the value no longer depends on its step.
 */
final class FieldsView extends AbstractMap<String, @Nullable Object> {
  private static final String PROMPT = "prompt";

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();
  private @Nullable Supplier<@Nullable String> prompt;

  FieldsView(
      SnapshotExtras.FieldValues values,
      List<String> missing,
      Supplier<@Nullable String> nextPrompt) {
    prompt = nextPrompt;
    members.put("next", missing.isEmpty() ? null : missing.get(0));
    members.put(PROMPT, null);
    members.put("missing", missing);
    members.put("values", values.values());
    members.put("errors", values.errors());
  }

  @Override
  public boolean containsKey(Object key) {
    return members.containsKey(key);
  }

  @Override
  public @Nullable Object get(Object key) {
    return (PROMPT.equals(key) ? completeMembers() : members).get(key);
  }

  @Override
  public Set<Map.Entry<String, @Nullable Object>> entrySet() {
    return Collections.unmodifiableMap(completeMembers()).entrySet();
  }

  private Map<String, @Nullable Object> completeMembers() {
    if (prompt != null) {
      members.put(PROMPT, prompt.get());
      prompt = null;
    }
    return members;
  }
}
