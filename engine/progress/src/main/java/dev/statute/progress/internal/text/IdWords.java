package dev.statute.progress.internal.text;

/**
 * Text of a result by its words that look like ids: {@code bash_3}, {@code calm-river}, {@code
 * req-9e37}. Two texts with one frame differ in such words only, and sums of the words tell in
 * which one, as the syndromes of a code that corrects one error do, without keeping the words.
 *
 * @param frame key of the text without these words; 0 for a text without any, or without others: an
 *     answer that is nothing but an id is an answer
 * @param count number of these words
 * @param sum of the keys of the words
 * @param weighted sum of the keys, each times the place of its word, from 1
 */
public record IdWords(int frame, int count, long sum, long weighted) {
  public static final IdWords NONE = new IdWords(0, 0, 0, 0);

  /** Result of {@link #difference} for texts that differ elsewhere, or in several words. */
  public static final int ELSEWHERE = -1;

  private static final int MAX_BYTES = 2_048;
  private static final int MAX_WORDS = 64;

  /** Takes the ids out of a text without its volatile parts. */
  public static IdWords of(byte[] masked) {
    if (masked.length > MAX_BYTES) {
      return NONE;
    }
    byte[] frame = new byte[masked.length];
    int size = 0;
    int count = 0;
    boolean others = false;
    long sum = 0;
    long weighted = 0;
    for (int start = 0; start < masked.length; ) {
      int end = start;
      while (end < masked.length && isInside(masked[end])) {
        end++;
      }
      if (isId(masked, start, end)) {
        count++;
        int key = TextHash.key32(masked, start, end);
        sum += key;
        weighted += (long) count * key;
      } else {
        others |= end > start;
        System.arraycopy(masked, start, frame, size, end - start);
        size += end - start;
      }
      if (end < masked.length) {
        frame[size++] = masked[end];
      }
      start = end + 1;
    }
    return count == 0 || count > MAX_WORDS || !others
        ? NONE
        : new IdWords(TextHash.key32(frame, 0, size), count, sum, weighted);
  }

  private static boolean isInside(byte c) {
    return VolatileTokens.isLetter(c) || isDigit(c) || c == '-';
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  /**
   * Returns whether a word has letters, and digits, underscores or dashes among them. A number with
   * a unit, such as {@code 30s}, is no id.
   */
  private static boolean isId(byte[] text, int start, int end) {
    boolean letters = false;
    boolean joins = false;
    boolean digits = false;
    for (int i = start; i < end; i++) {
      joins |= (text[i] == '-' || text[i] == '_') && i > start && i + 1 < end;
      digits |= isDigit(text[i]);
      letters |= VolatileTokens.isLetter(text[i]) && text[i] != '_';
    }
    return letters && (joins || (digits && !isDigit(text[start])));
  }

  /**
   * Returns the place of the only id in which a text differs, from 1; 0 for equal texts; {@link
   * #ELSEWHERE} for others.
   */
  public int difference(IdWords other) {
    if (count == 0 || frame != other.frame || count != other.count) {
      return ELSEWHERE;
    }
    long step = sum - other.sum;
    if (step == 0) {
      return weighted == other.weighted ? 0 : ELSEWHERE;
    }
    for (int place = 1; place <= count; place++) {
      if (place * step == weighted - other.weighted) {
        return place;
      }
    }
    return ELSEWHERE;
  }
}
