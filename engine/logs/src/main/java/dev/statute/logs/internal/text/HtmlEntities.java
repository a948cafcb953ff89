package dev.statute.logs.internal.text;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Entities of HTML that programs write into attributes; others stay as they are. */
public final class HtmlEntities {
  private static final Map<String, String> NAMED =
      Map.of("quot", "\"", "amp", "&", "lt", "<", "gt", ">", "apos", "'", "nbsp", "\u00a0");
  private static final Pattern ENTITY =
      Pattern.compile("&(?:#x([0-9a-fA-F]{1,6})|#(\\d{1,7})|(\\w{2,6}));");

  private HtmlEntities() {}

  public static String decode(String text) {
    return text.indexOf('&') < 0
        ? text
        : ENTITY.matcher(text).replaceAll(entity -> Matcher.quoteReplacement(character(entity)));
  }

  private static String character(MatchResult entity) {
    String name = entity.group(3);
    if (name != null) {
      return NAMED.getOrDefault(name, entity.group());
    }
    String hex = entity.group(1);
    int code = hex == null ? Integer.parseInt(entity.group(2)) : Integer.parseInt(hex, 16);
    return Character.isValidCodePoint(code) ? Character.toString(code) : entity.group();
  }
}
