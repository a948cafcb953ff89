package dev.statute.drools.internal.drl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.drools.drl.ast.descr.AttributeDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * Rule as the tokens that carry its meaning, for comparison: without comments, layout, title and
 * owner.
 *
 * @param attributes such as {@code salience}, by name
 * @param conditions the top-level elements of {@code when}, in order
 */
public record RuleText(
    Map<String, String> attributes, List<SourcePhrase> conditions, SourcePhrase consequence) {

  /** Reads the rule from its file. */
  public static RuleText of(DrlFile file, RuleDescr rule) {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (AttributeDescr each : rule.getAttributes().values()) {
      attributes.put(each.getName(), String.valueOf(each.getValue()).strip());
    }
    List<BaseDescr> elements = new ArrayList<>();
    rule.getLhs().getDescrs().forEach(elements::add);
    int end = file.content().lastIndexOf("then", file.consequence(rule));
    List<SourcePhrase> conditions = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      int start = file.start(elements.get(i));
      int next = i + 1 < elements.size() ? file.start(elements.get(i + 1)) : end;
      conditions.add(SourcePhrase.of(file.content().substring(start, Math.max(start, next))));
    }
    return new RuleText(
        attributes,
        List.copyOf(conditions),
        SourcePhrase.of(String.valueOf(rule.getConsequence())));
  }

  /** Part of a rule on one line; two with the same tokens are equal, independent of spaces. */
  public static final class SourcePhrase {
    private final List<String> words;
    private final String text;

    private SourcePhrase(List<String> words, String shown) {
      this.words = List.copyOf(words);
      this.text = shown;
    }

    static SourcePhrase of(String text) {
      List<String> words = new ArrayList<>();
      StringBuilder shown = new StringBuilder();
      boolean apart = false;
      for (int at = 0, end; at < text.length(); at = end) {
        end = end(text, at);
        String word = text.substring(at, end);
        if (word.isBlank() || word.startsWith("//") || word.startsWith("/*")) {
          apart = !words.isEmpty();
          continue;
        }
        String plain = word.startsWith("'") ? word.replace('\'', '"') : word;
        words.add(plain);
        shown.append(apart ? " " : "").append(plain);
        apart = false;
      }
      return new SourcePhrase(words, shown.toString());
    }

    /** Offset after the word, blank or comment that begins at {@code at}. */
    static int end(String text, int at) {
      char c = text.charAt(at);
      int end = at + 1;
      if (c == '"' || c == '\'') {
        while (end < text.length() && text.charAt(end) != c) {
          end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + 1, text.length());
      }
      if (text.startsWith("//", at) || text.startsWith("/*", at)) {
        boolean line = text.startsWith("//", at);
        int close = text.indexOf(line ? "\n" : "*/", at + 2);
        return close < 0 ? text.length() : close + (line ? 1 : 2);
      }
      if (Character.isJavaIdentifierPart(c)) {
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
          end++;
        }
      }
      return end;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof SourcePhrase phrase && phrase.words.equals(words);
    }

    @Override
    public int hashCode() {
      return words.hashCode();
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
