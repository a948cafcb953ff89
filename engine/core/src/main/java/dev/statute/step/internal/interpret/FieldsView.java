package dev.statute.step.internal.interpret;

import dev.statute.step.internal.model.CompiledField;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Value of {@code fields} in expressions; the prompt is computed on access. */
final class FieldsView extends AbstractMap<String, @Nullable Object> {
  private final StepTransaction transaction;
  private final SnapshotExtras.FieldValues values;
  private final List<String> missing;

  FieldsView(StepTransaction transaction, SnapshotExtras.FieldValues values, List<String> missing) {
    this.transaction = transaction;
    this.values = values;
    this.missing = missing;
  }

  @Override
  public boolean containsKey(Object key) {
    return key.equals("next")
        || key.equals("prompt")
        || key.equals("missing")
        || key.equals("values")
        || key.equals("errors");
  }

  @Override
  public @Nullable Object get(Object key) {
    return switch (String.valueOf(key)) {
      case "next" -> missing.isEmpty() ? null : missing.get(0);
      case "prompt" -> prompt();
      case "missing" -> missing;
      case "values" -> values.values();
      case "errors" -> values.errors();
      default -> null;
    };
  }

  private @Nullable String prompt() {
    CompiledField next =
        missing.isEmpty() ? null : transaction.model().fields().get(missing.get(0));
    return next == null ? null : next.prompt().render(transaction.scope());
  }

  @Override
  public Set<Map.Entry<String, @Nullable Object>> entrySet() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    for (String key : List.of("next", "prompt", "missing", "values", "errors")) {
      all.put(key, get(key));
    }
    return all.entrySet();
  }
}
