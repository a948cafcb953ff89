package dev.statute.progress.internal.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Mask of the volatile parts of a text, so that texts with the same meaning are equal. Masking too
 * little hides a loop with a growing line number in its error; masking too much makes "[3s]
 * compiling", "lib.rs:5: hit" and "3 failed" equal. So there are three strengths: ids for polled
 * results; ids, clock times and durations for other results; all digits for the line that names an
 * error.
 *
 * <p>Only words with a digit and UUIDs are volatile. The scan goes from digit to digit (or dash)
 * and from there looks back at the word around it, the word before and the start of a path, but
 * never behind the previous match. Nothing is copied before the first match.
 */
public final class VolatileTextMask {
  /** Number of bytes that are masked; the rest is kept as it is. */
  private static final int MAX_BYTES = 16_384;

  private static final int MAX_LINE = 300;
  private static final int MIN_HEX = 6;

  /** Number of ids from which on a text may be a list of ids. */
  private static final int LISTED_IDS = 3;

  /** Maximum distance of a name and its value. */
  private static final int MAX_GAP = 4;

  private final byte[] text;
  private final int length;
  private final boolean clocks;
  private final VolatileTokens tokens;

  /** Masked text so far, never longer than the text; null before the first match. */
  private byte @Nullable [] out;

  private int size;

  /** End of the part of the text that was copied. */
  private int copied;

  /** End of the last word with a digit, or of its match. */
  private int done;

  /** Start of that word, or -1. */
  private int lastStart = -1;

  private boolean lastMasked;

  /** True if {@link #done} is within the path of a temporary file. */
  private boolean temporary;

  /** Number of masked ids. */
  private int ids;

  private VolatileTextMask(byte[] text, boolean clocks) {
    this.text = text;
    this.length = Math.min(text.length, MAX_BYTES);
    this.clocks = clocks;
    tokens = new VolatileTokens(text, length);
  }

  /**
   * Masks ids of processes and sessions.
   *
   * @param utf8 not changed; returned itself if nothing is masked
   */
  public static byte[] maskIds(byte[] utf8) {
    return new VolatileTextMask(Utf8Whitespace.strip(utf8), false).run();
  }

  /**
   * Masks ids, clock times, dates and durations.
   *
   * @param utf8 not changed; returned itself if nothing is masked
   */
  public static byte[] maskVolatileParts(byte[] utf8) {
    return new VolatileTextMask(Utf8Whitespace.strip(utf8), true).run();
  }

  /**
   * Appends a line, cut after 300 characters, with all numbers masked, also hexadecimal ones of at
   * least {@value #MIN_HEX} digits.
   */
  public static void maskDigits(String line, StringBuilder out) {
    int start = out.length();
    boolean number = false;
    boolean space = false;
    int end = Math.min(line.length(), MAX_LINE);
    for (int i = 0; i < end; i++) {
      char c = line.charAt(i);
      if (Character.isWhitespace(c)) {
        space = out.length() > start;
        continue;
      }
      if (space) {
        out.append(' ');
        space = false;
        number = false;
      }
      boolean digit = c >= '0' && c <= '9';
      int hex = i == 0 || !Character.isLetterOrDigit(line.charAt(i - 1)) ? hexEnd(line, i, end) : i;
      if (hex > i) {
        out.append('#');
        i = hex - 1;
        digit = true;
      } else if (!digit || !number) {
        out.append(digit ? '#' : c);
      }
      number = digit;
    }
  }

  /** Returns the end of the hexadecimal number at an index, or the index if there is none. */
  private static int hexEnd(String line, int from, int to) {
    int end = from;
    boolean digits = false;
    while (end < to && Character.digit(line.charAt(end), 16) >= 0) {
      digits |= Character.isDigit(line.charAt(end++));
    }
    boolean whole = end == line.length() || !Character.isLetterOrDigit(line.charAt(end));
    return digits && whole && end - from >= MIN_HEX ? end : from;
  }

  private byte[] run() {
    int at = tokens.indexOfDigitOrDash(0);
    while (at < length) {
      byte c = text[at];
      int next = c == '-' ? Math.max(at + 1, scanDash(at)) : scanWord(at);
      at = tokens.indexOfDigitOrDash(next);
    }
    byte[] masked = out;
    if (masked == null) {
      return text;
    }
    copy(masked, text.length);
    return ids >= LISTED_IDS && isList(masked) ? text : Arrays.copyOf(masked, size);
  }

  /** Returns whether ids outnumber the remaining words, so that the text is about the ids. */
  private boolean isList(byte[] masked) {
    int words = 0;
    boolean inside = false;
    for (int i = 0; i < size; i++) {
      boolean letter = VolatileTokens.isLetter(masked[i]);
      words += letter && !inside ? 1 : 0;
      inside = letter;
    }
    return words <= ids;
  }

  /** Masks the word around a digit if it is volatile; returns the index to continue at. */
  private int scanWord(int digit) {
    int start = wordStart(digit);
    int end = digit;
    while (tokens.isWord(end)) {
      end++;
    }
    boolean masked = (clocks && isTemporaryPath(start)) || isVolatile(start, end);
    int stop = clocks && !masked ? tokens.endOfClock(start, end) : end;
    int uuid = clocks ? tokens.endOfUuid(start, end, stop) : stop;
    ids += uuid > stop || (masked && clocks && tokens.isId(start, end)) ? 1 : 0;
    return advance(start, uuid, masked || uuid > end);
  }

  /** Masks a UUID without a digit before its first dash; returns the index to continue at. */
  private int scanDash(int dash) {
    int start = dash - VolatileTokens.UUID_HEAD;
    if (!clocks || start < done || wordStart(dash) != start) {
      return dash;
    }
    int stop = tokens.endOfUuid(start, dash, dash);
    if (stop > dash) {
      ids++;
      isTemporaryPath(start);
      advance(start, stop, true);
    }
    return stop;
  }

  private int advance(int start, int stop, boolean masked) {
    if (masked) {
      byte[] into = out;
      if (into == null) {
        into = new byte[text.length];
        out = into;
      }
      copy(into, start);
      into[size++] = '#';
      copied = stop;
    }
    lastStart = start;
    lastMasked = masked;
    done = stop;
    return stop;
  }

  /** Copies the text between the last match and {@code end}. */
  private void copy(byte[] into, int end) {
    System.arraycopy(text, copied, into, size, end - copied);
    size += end - copied;
  }

  /** Returns the start of the word around or before an index. */
  private int wordStart(int end) {
    int start = end;
    while (start > done && tokens.isWord(start - 1)) {
      start--;
    }
    return start;
  }

  /** Returns whether an index is within the path of a temporary file. */
  private boolean isTemporaryPath(int start) {
    for (int at = start - 1; at >= done; at--) {
      if (tokens.isPathEnd(at)) {
        temporary = false;
        break;
      }
      if (tokens.isTemporaryRoot(at)) {
        temporary = true;
        break;
      }
    }
    return temporary;
  }

  /** Returns whether a word is volatile by its own form or by the name before it. */
  private boolean isVolatile(int start, int end) {
    int before = start;
    while (before > done && start - before <= MAX_GAP && !tokens.isWord(before - 1)) {
      before--;
    }
    int between = start - before;
    if (between > 0 && between <= MAX_GAP && tokens.isGap(before, start)) {
      boolean known = before == done;
      boolean named =
          known
              ? lastStart >= 0
                  && (tokens.isVolatileName(lastStart, before, clocks)
                      || (lastMasked && between == 1 && tokens.isDecimalMark(before)))
              : tokens.isVolatileName(wordStart(before), before, clocks);
      if (named || (clocks && (!known || lastStart >= 0) && tokens.isShellLine(start))) {
        return true;
      }
      if (clocks && tokens.isSpan(start, end)) {
        return known ? lastMasked : tokens.isBeforeSpan(wordStart(before), before);
      }
    }
    return clocks && (tokens.isId(start, end) || tokens.isDuration(start, end));
  }
}
