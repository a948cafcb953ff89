package dev.statute.progress.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a text what changes by itself, so that texts that say the same are equal. How much
 * is taken decides everything: too little, and a loop whose error carries a growing line number is
 * never seen; too much, and "[3s] compiling", "lib.rs:5: hit" and "3 failed" all look alike. So
 * there are three strengths: ids only for what is polled, ids, clocks and durations for other
 * results, all digits for the one line that names an error.
 *
 * <p>Outputs are long, and nearly all of them stays as it is. So the text is walked as UTF-8 from
 * digit to digit, as only a word with a digit can change by itself, and a UUID without one has its
 * dashes; from there it is looked back at the word around the digit, the word before, and the start
 * of a path, but never behind what was looked at already. Nothing is copied before something is
 * taken out.
 */
public final class VolatileTextMask {
  /** How many bytes of a text are masked; the rest is taken as it is. */
  private static final int MOST = 16_384;

  private static final int LINE = 300;

  /** From so many ids on, they may be what a text is about. */
  private static final int LISTED = 3;

  /** At most so many signs stand between a word and what it names. */
  private static final int BETWEEN = 4;

  private final byte[] text;
  private final int length;
  private final boolean clocks;
  private final VolatileTokens scraps;

  /** What is left so far, never longer than the text; null while nothing was taken out. */
  private byte @Nullable [] out;

  private int size;

  /** Up to where the text was copied. */
  private int copied;

  /** The end of the last word with a digit, or of what was taken out there. */
  private int done;

  /** The start of that word, and whether it was taken out; -1 if there is none. */
  private int lastStart = -1;

  private boolean lastMasked;

  /** Whether at {@link #done} a path goes on that begins among the temporary files. */
  private boolean temporary;

  /** How many ids were taken out. */
  private int ids;

  private VolatileTextMask(byte[] text, boolean clocks) {
    this.text = text;
    this.length = Math.min(text.length, MOST);
    this.clocks = clocks;
    scraps = new VolatileTokens(text, length);
  }

  /**
   * Without ids of processes and sessions: what is polled.
   *
   * @param utf8 is not changed, and may be what is returned
   */
  public static byte[] ids(byte[] utf8) {
    return new VolatileTextMask(Utf8Whitespace.stripped(utf8), false).run();
  }

  /**
   * Without ids, clock times, dates and durations in words: results.
   *
   * @param utf8 is not changed, and may be what is returned
   */
  public static byte[] volatileParts(byte[] utf8) {
    return new VolatileTextMask(Utf8Whitespace.stripped(utf8), true).run();
  }

  /** Without any number: the line that names an error. Cut after 300 characters. */
  public static String digits(String line) {
    StringBuilder out = new StringBuilder();
    digits(line, out);
    return out.toString();
  }

  /** The same, put behind what is there. */
  public static void digits(String line, StringBuilder out) {
    int start = out.length();
    boolean number = false;
    boolean space = false;
    int end = Math.min(line.length(), LINE);
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
      if (!digit || !number) {
        out.append(digit ? '#' : c);
      }
      number = digit;
    }
  }

  private byte[] run() {
    int at = ByteScanner.digitOrDash(text, 0, length);
    while (at < length) {
      byte c = text[at];
      int next = c == '-' ? Math.max(at + 1, dash(at)) : word(at);
      at = ByteScanner.digitOrDash(text, next, length);
    }
    byte[] masked = out;
    if (masked == null) {
      return text;
    }
    copy(masked, text.length);
    return ids >= LISTED && listed(masked) ? text : Arrays.copyOf(masked, size);
  }

  /** Whether there were more ids than there are words left: a list of ids is about them. */
  private boolean listed(byte[] masked) {
    int words = 0;
    boolean inside = false;
    for (int i = 0; i < size; i++) {
      boolean letter = VolatileTokens.letter(masked[i]);
      words += letter && !inside ? 1 : 0;
      inside = letter;
    }
    return words <= ids;
  }

  /** Goes over the word in which a digit stands first; where to go on. */
  private int word(int digit) {
    int start = wordStart(digit);
    int end = digit;
    while (scraps.wordAt(end)) {
      end++;
    }
    boolean masked = (clocks && temporary(start)) || changes(start, end);
    int stop = clocks && !masked ? scraps.clock(start, end) : end;
    int uuid = clocks ? scraps.uuid(start, end, stop) : stop;
    ids += uuid > stop || (masked && clocks && scraps.id(start, end)) ? 1 : 0;
    return take(start, uuid, masked || uuid > end);
  }

  /** Goes over a UUID whose first dash this is; before it is no digit. */
  private int dash(int dash) {
    int start = dash - VolatileTokens.UUID_HEAD;
    if (!clocks || start < done || wordStart(dash) != start) {
      return dash;
    }
    int stop = scraps.uuid(start, dash, dash);
    if (stop > dash) {
      ids++;
      temporary(start);
      take(start, stop, true);
    }
    return stop;
  }

  private int take(int start, int stop, boolean masked) {
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

  /** Leaves what stands between what was taken out last and {@code end} as it is. */
  private void copy(byte[] into, int end) {
    System.arraycopy(text, copied, into, size, end - copied);
    size += end - copied;
  }

  /** Where the word begins that ends at a place or goes on there. */
  private int wordStart(int end) {
    int start = end;
    while (start > done && scraps.wordAt(start - 1)) {
      start--;
    }
    return start;
  }

  /** Whether this stands in a path that begins among the temporary files. */
  private boolean temporary(int start) {
    for (int at = start - 1; at >= done; at--) {
      if (scraps.endsPath(at)) {
        temporary = false;
        break;
      }
      if (scraps.temporary(at)) {
        temporary = true;
        break;
      }
    }
    return temporary;
  }

  /** Whether a word with a digit changes by itself: what it is, or the word before, says so. */
  private boolean changes(int start, int end) {
    int before = start;
    while (before > done && start - before <= BETWEEN && !scraps.wordAt(before - 1)) {
      before--;
    }
    int between = start - before;
    if (between > 0 && between <= BETWEEN && scraps.joins(before, start)) {
      boolean known = before == done;
      boolean named =
          known
              ? lastStart >= 0
                  && (scraps.named(lastStart, before, clocks)
                      || (lastMasked && between == 1 && scraps.goesOn(before)))
              : scraps.mayName(before) && scraps.named(wordStart(before), before, clocks);
      if (named || (clocks && (!known || lastStart >= 0) && scraps.shellLine(start))) {
        return true;
      }
    }
    return clocks && (scraps.id(start, end) || scraps.duration(start, end));
  }
}
