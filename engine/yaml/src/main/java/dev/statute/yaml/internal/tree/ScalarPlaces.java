package dev.statute.yaml.internal.tree;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

/**
 * Places of the characters of a scalar in its file. Most scalars equal their source; others are
 * decoded again on first access (YAML 1.2, chapters 7 and 8, as SnakeYAML does), with offsets. A
 * folded line break has the place of the end of its line, an escape that of its backslash.
 */
final class ScalarPlaces implements IntFunction<Place> {
  private final SourceLines lines;
  private final int start;
  private final int end;
  private final ScalarStyle style;
  private final String value;
  private int @Nullable [] decoded;

  private ScalarPlaces(SourceLines lines, int start, int end, ScalarStyle style, String value) {
    this.lines = lines;
    this.start = start;
    this.end = end;
    this.style = style;
    this.value = value;
  }

  /**
   * Returns the scalar's value as a text; {@code start} is the start of its style (a quote, a
   * {@code |}).
   */
  static SourceText text(SourceLines lines, int start, int end, ScalarStyle style, String value) {
    boolean quoted = style == ScalarStyle.SINGLE_QUOTED || style == ScalarStyle.DOUBLE_QUOTED;
    int first = quoted ? Math.min(start + 1, lines.content().length()) : start;
    boolean block = style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED;
    if (!block && lines.content().startsWith(value, first)) {
      return SourceText.of(value, offset -> lines.source().place(first + offset), lines.source());
    }
    return SourceText.of(value, new ScalarPlaces(lines, start, end, style, value), lines.source());
  }

  @Override
  public Place apply(int offset) {
    int[] known = decoded;
    if (known == null) {
      known = decode();
      decoded = known;
    }
    return lines.source().place(known[Math.min(offset, known.length - 1)]);
  }

  private int[] decode() {
    ScalarDecoder decoder = new ScalarDecoder(lines.content(), start, end);
    switch (style) {
      case LITERAL, FOLDED -> decoder.block(style == ScalarStyle.FOLDED, value);
      case SINGLE_QUOTED -> decoder.singleQuoted();
      case DOUBLE_QUOTED -> decoder.doubleQuoted();
      default -> decoder.plain();
    }
    int[] offsets = decoder.offsets();
    if (decoder.length() != value.length()) {
      offsets = new int[value.length() + 1];
      Arrays.fill(offsets, start);
    }
    return offsets;
  }
}
