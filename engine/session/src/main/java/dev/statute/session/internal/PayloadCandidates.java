package dev.statute.session.internal;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.TypeDefinition;
import dev.statute.expr.DecimalFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Candidate payloads for an event with assumed conditions: values of the declared types, and those
 * that the conditions themselves mention.
 */
final class PayloadCandidates {
  private static final int MOST = 200;
  private static final Object ABSENT = new Object();
  private static final Pattern FIELD = Pattern.compile("\\bevent\\.([A-Za-z_][A-Za-z0-9_]*)");
  private static final Pattern TEXT = Pattern.compile("'([^'\\\\]*)'|\"([^\"\\\\]*)\"");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.'])-?\\d{1,9}(?![\\w.'])");

  private final Set<Object> texts = new LinkedHashSet<>();
  private final Set<Object> numbers = new LinkedHashSet<>();

  private PayloadCandidates(String assumed, String rules) {
    Matcher text = TEXT.matcher(assumed);
    while (text.find()) {
      texts.add(text.group(1) == null ? text.group(2) : text.group(1));
    }
    numbers(assumed);
    numbers(rules);
    texts.addAll(List.of("some text", ""));
    numbers.addAll(List.of(1L, 0L));
  }

  private void numbers(String text) {
    Matcher number = NUMBER.matcher(text);
    while (number.find() && numbers.size() < MOST) {
      long value = Long.parseLong(number.group(), 10);
      numbers.addAll(List.of(value, value + 1, value - 1));
    }
  }

  /**
   * Lists candidates, the most likely ones first.
   *
   * @param rules the text of the rules, with numbers as thresholds
   */
  static List<Map<String, Object>> of(
      @Nullable EventDefinition event, List<String> assuming, String rules) {
    String assumed = String.join("\n", assuming);
    PayloadCandidates payloads = new PayloadCandidates(assumed, rules);
    Map<String, List<Object>> fields = new LinkedHashMap<>();
    if (event != null) {
      event.payload().forEach((name, type) -> fields.put(name, payloads.values(type)));
    } else {
      Matcher field = FIELD.matcher(assumed);
      while (field.find()) {
        fields.putIfAbsent(field.group(1), payloads.anything());
      }
    }
    List<Map<String, Object>> all = List.of(Map.of());
    for (Map.Entry<String, List<Object>> field : fields.entrySet()) {
      all = extended(all, field.getKey(), field.getValue());
    }
    return all;
  }

  private static List<Map<String, Object>> extended(
      List<Map<String, Object>> all, String field, List<Object> values) {
    List<Map<String, Object>> more = new ArrayList<>();
    for (Object value : values) {
      for (Map<String, Object> payload : all) {
        Map<String, Object> with = new LinkedHashMap<>(payload);
        if (value != ABSENT) {
          with.put(field, value);
        }
        if (more.size() < MOST) {
          more.add(with);
        }
      }
    }
    return more;
  }

  private List<Object> anything() {
    List<Object> values = new ArrayList<>(List.of(true, false));
    values.addAll(texts);
    values.addAll(numbers);
    values.add(ABSENT);
    return values;
  }

  /** A row with the first value of each required field. */
  private Map<String, Object> row(TypeDefinition type) {
    Map<String, Object> row = new LinkedHashMap<>();
    type.fields()
        .forEach(
            (name, field) -> {
              if (!field.optional()) {
                row.put(name, values(field).get(0));
              }
            });
    return row;
  }

  private List<Object> values(FieldType type) {
    List<Object> values = new ArrayList<>();
    if (type.list()) {
      values.addAll(List.of(List.of(), List.of(values(type.element()).get(0))));
    } else {
      switch (type.kind()) {
        case STRING -> values.addAll(texts);
        case INT, NUMBER -> values.addAll(numbers);
        case DECIMAL ->
            Stream.concat(numbers.stream(), texts.stream())
                .map(String::valueOf)
                .filter(text -> DecimalFormat.parse(text) != null)
                .forEach(values::add);
        case BOOL -> values.addAll(List.of(true, false));
        case UUID -> values.add("00000000-0000-0000-0000-000000000001");
        case TIMESTAMP -> values.add("2026-01-01T00:00:00Z");
        case DURATION -> values.add("1m");
        case LIST -> values.add(List.of());
        case MAP -> values.add(Map.of());
        case ANY -> values.addAll(anything());
        case ROW -> values.add(row(Objects.requireNonNull(type.row())));
      }
    }
    if (type.optional()) {
      values.add(Math.min(1, values.size()), ABSENT);
    }
    return values;
  }
}
