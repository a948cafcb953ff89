package dev.statute.drools.internal.drl;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Text that the rule engine compiles in place of a part of a rule file, because it would give that
 * part another meaning. Messages and explanations show what was written.
 *
 * @param start offset of the part's first character in the file
 * @param end offset after its last character
 */
public record TextReplacement(int start, int end, String text) {
  /**
   * Replaces parts of a text.
   *
   * @param base offset of the text in its file
   * @param all replacements of parts of the file, which do not overlap; an insertion, whose end is
   *     its start, goes before what else begins there
   */
  public static String apply(String text, int base, Collection<TextReplacement> all) {
    List<TextReplacement> inside =
        all.stream()
            .filter(each -> each.start >= base && each.end <= base + text.length())
            .sorted(
                Comparator.comparingInt(TextReplacement::start)
                    .thenComparingInt(TextReplacement::end)
                    .reversed())
            .toList();
    StringBuilder replaced = new StringBuilder(text);
    inside.forEach(each -> replaced.replace(each.start - base, each.end - base, each.text));
    return replaced.toString();
  }
}
