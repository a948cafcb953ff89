package dev.statute.scxml.internal.importer;

import dev.statute.scxml.internal.document.YamlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser of CEL text that consists of literals, so that it can be written as values in a chart. */
final class CelLiterals {
  private static final Pattern WORD =
      Pattern.compile(
          "\\s*(?:(?<plain>-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?|true|false|null)(?![\\w.])"
              + "|'(?<text>(?:[^'\\\\]|\\\\.)*+)'|(?<mark>[\\[\\]{},:]))\\s*");
  private final Matcher matcher;
  private final String text;
  private int at;

  private CelLiterals(String text) {
    this.text = text;
    this.matcher = WORD.matcher(text);
  }

  /** Returns the value, or null if any part must be computed. */
  static @Nullable YamlWriter of(String text) {
    CelLiterals reader = new CelLiterals(text);
    YamlWriter value = reader.value();
    return value == null || reader.at < text.length() ? null : value;
  }

  private boolean next() {
    if (at < text.length() && matcher.region(at, text.length()).lookingAt()) {
      at = matcher.end();
      return true;
    }
    return false;
  }

  private @Nullable YamlWriter value() {
    if (!next()) {
      return null;
    }
    String plain = matcher.group("plain");
    if (plain != null) {
      boolean isTooLarge =
          plain.matches(".*[eE].*\\d") && Double.isInfinite(Double.parseDouble(plain));
      return isTooLarge ? null : YamlWriter.Scalar.word(plain);
    }
    String quoted = matcher.group("text");
    if (quoted != null) {
      return quoted.contains("\\") ? null : new YamlWriter.Scalar(quoted, false);
    }
    String mark = matcher.group("mark");
    return mark.equals("[") ? list() : mark.equals("{") ? map() : null;
  }

  private boolean acceptClosing(String mark) {
    int before = at;
    if (next() && mark.equals(matcher.group("mark"))) {
      return true;
    }
    at = before;
    return false;
  }

  private @Nullable YamlWriter list() {
    List<YamlWriter> members = new ArrayList<>();
    while (!acceptClosing("]")) {
      YamlWriter member = !members.isEmpty() && !acceptClosing(",") ? null : value();
      if (member == null) {
        return null;
      }
      members.add(member);
    }
    return new YamlWriter.Items(members);
  }

  private @Nullable YamlWriter map() {
    YamlWriter.Fields fields = new YamlWriter.Fields();
    while (!acceptClosing("}")) {
      if ((!fields.isEmpty() && !acceptClosing(",")) || !next()) {
        return null;
      }
      String key = matcher.group("text");
      YamlWriter member = key == null || key.equals("type") || !acceptClosing(":") ? null : value();
      if (member == null) {
        return null;
      }
      fields.put(key, member);
    }
    return fields;
  }
}
