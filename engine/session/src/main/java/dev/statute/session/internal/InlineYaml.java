package dev.statute.session.internal;

import dev.statute.json.JsonText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plain values as YAML on one line, with quotes only where necessary. */
public final class InlineYaml {
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*+|\\d+(ms|s|m|h|d)");
  private static final Set<String> MEANT =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "True", "False", "Null", "NaN");

  private InlineYaml() {}

  public static String of(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      StringJoiner members = new StringJoiner(", ", "{ ", " }").setEmptyValue("{}");
      map.forEach((key, member) -> members.add(of(String.valueOf(key)) + ": " + of(member)));
      return members.toString();
    }
    if (value instanceof List<?> list) {
      StringJoiner members = new StringJoiner(", ", "[", "]");
      list.forEach(member -> members.add(of(member)));
      return members.toString();
    }
    return value instanceof String text && isPlain(text) ? text : JsonText.write(value);
  }

  private static boolean isPlain(String text) {
    return PLAIN.matcher(text).matches() && !MEANT.contains(text);
  }
}
