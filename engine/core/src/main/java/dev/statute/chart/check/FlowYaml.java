package dev.statute.chart.check;

import dev.statute.chart.internal.canonical.CanonicalJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writer of parts of a {@link CanonicalChart} as one line of YAML. */
final class FlowYaml {
  /** Text without quotes; possessive, as a repeated group needs stack for each character. */
  private static final Pattern PLAIN =
      Pattern.compile("[\\p{L}\\p{N}_.$(/+-](?:[^\\p{Cntrl}:#,\\[\\]{}]|:(?! ))*+(?<![ :])");

  private FlowYaml() {}

  static String flow(@Nullable Object tree) {
    if (tree instanceof Map<?, ?> map) {
      List<String> members = new ArrayList<>();
      map.forEach((key, value) -> members.add(scalar(String.valueOf(key)) + ": " + flow(value)));
      return members.isEmpty() ? "{}" : "{ " + String.join(", ", members) + " }";
    }
    if (tree instanceof List<?> list) {
      return isValue(list) ? value(list) : isPairs(list) ? flow(map(list)) : items(list);
    }
    return tree instanceof String text ? scalar(text) : String.valueOf(tree);
  }

  /** Returns true for a value preceded by its kind, see {@link CanonicalAction}. */
  static boolean isValue(List<?> list) {
    if (list.isEmpty() || !(list.get(0) instanceof String kind)) {
      return false;
    }
    List<?> rest = list.subList(1, list.size());
    return switch (kind) {
      case "list" -> rest.stream().allMatch(each -> each instanceof List<?> l && isValue(l));
      case "value" -> rest.size() == 1;
      case "expr" -> rest.size() == 1 && rest.get(0) instanceof String;
      case "map" -> rest.size() == 1 && rest.get(0) instanceof List<?> l && isPairs(l);
      default -> false;
    };
  }

  private static boolean isPairs(List<?> list) {
    return list.stream()
        .allMatch(
            each ->
                each instanceof List<?> pair
                    && pair.size() == 2
                    && pair.get(0) instanceof String
                    && pair.get(1) instanceof List<?> value
                    && isValue(value));
  }

  private static String value(List<?> value) {
    return switch (String.valueOf(value.get(0))) {
      case "list" -> items(value.subList(1, value.size()));
      case "map" -> flow(map((List<?>) value.get(1)));
      case "value" ->
          value.get(1) instanceof String text // quoted twice; unquoted text would be an expression
              ? CanonicalJson.json("'" + text + "'")
              : flow(value.get(1));
      default -> flow(value.get(1));
    };
  }

  private static Map<Object, Object> map(List<?> pairs) {
    Map<Object, Object> map = new LinkedHashMap<>();
    pairs.forEach(pair -> map.put(((List<?>) pair).get(0), ((List<?>) pair).get(1)));
    return map;
  }

  private static String items(List<?> list) {
    return "[" + String.join(", ", list.stream().map(FlowYaml::flow).toList()) + "]";
  }

  private static String scalar(String text) {
    return PLAIN.matcher(text).matches() ? text : CanonicalJson.json(text);
  }
}
