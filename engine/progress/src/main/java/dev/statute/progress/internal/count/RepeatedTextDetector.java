package dev.statute.progress.internal.count;

import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.table.PackedForm;
import dev.statute.progress.internal.text.TextHash;

/**
 * Detector of streamed text that repeats itself exactly at its end. Each word is compared with the
 * word {@code p} words before for every live period {@code p}. A period starts where the word last
 * occurred {@code p} words ago and ends at the first mismatch, so ordinary text has hardly any.
 *
 * <p>Code fences, tables, lists, headings, quotes and dividers repeat by nature: their lines are
 * skipped and end all periods. Immutable; {@link #after} returns a changed copy.
 */
public final class RepeatedTextDetector {
  private static final int MAX_PERIOD = 96;
  private static final int MAX_LIVE = 24;
  private static final int MIN_CHARACTERS = 120;
  private static final int MAX_WORD = 64;
  private static final int MAX_CHARACTERS = 1 << 30;

  private static final int PERIOD = 0;
  private static final int MATCHED = 1;
  private static final int CHARACTERS_MATCHED = 2;

  /** Detector before the first chunk. */
  public static final RepeatedTextDetector NONE = new RepeatedTextDetector();

  /** Keys of the last words. */
  private final IntTable words = new IntTable(1, 1);

  /** Per live period: its length in words, matched words, matched characters. */
  private final IntTable live = new IntTable(3, 0);

  /** Word at the end of the last chunk, perhaps incomplete. */
  private final StringBuilder partial = new StringBuilder();

  /** True if a code fence is open. */
  private boolean fenced;

  /** True if the line has no word yet. */
  private boolean lineStart = true;

  /** True if the line is skipped. */
  private boolean skipping;

  private RepeatedTextDetector() {}

  private RepeatedTextDetector copy() {
    RepeatedTextDetector copy = new RepeatedTextDetector();
    copy.words.copyFrom(words);
    copy.live.copyFrom(live);
    copy.partial.append(partial);
    copy.fenced = fenced;
    copy.lineStart = lineStart;
    copy.skipping = skipping;
    return copy;
  }

  private boolean isClear() {
    return words.size() == 0 && partial.length() == 0 && !fenced && lineStart && !skipping;
  }

  /** Writes the detector to a form and returns it, or reads and returns another one. */
  public RepeatedTextDetector transfer(PackedForm form) {
    RepeatedTextDetector detector = form.reads() ? new RepeatedTextDetector() : this;
    form.rows(detector.words);
    form.rows(detector.live);
    detector.checkPeriods();
    String end = form.text(partial.toString());
    int flags = form.octet((fenced ? 1 : 0) | (lineStart ? 2 : 0) | (skipping ? 4 : 0));
    if (form.reads()) {
      detector.partial.append(end);
      detector.fenced = (flags & 1) != 0;
      detector.lineStart = (flags & 2) != 0;
      detector.skipping = (flags & 4) != 0;
    }
    return detector;
  }

  private void checkPeriods() {
    for (int ago = 0; ago < live.size(); ago++) {
      int period = live.at(ago, PERIOD);
      if (period < 1 || period > words.size() || live.at(ago, MATCHED) < 1) {
        throw new IllegalArgumentException("a tracker cannot have a period of " + period);
      }
    }
  }

  /** Returns the detector after the next chunk; {@link #NONE} if nothing is known any more. */
  public RepeatedTextDetector after(String chunk) {
    RepeatedTextDetector after = copy();
    for (int i = 0; i < chunk.length(); i++) {
      after.add(chunk.charAt(i));
    }
    return after.isClear() ? NONE : after;
  }

  /** Returns how often the end of the text repeats; 0 if it has less than 120 characters. */
  public int laps() {
    RepeatedTextDetector whole = copy();
    whole.endWord(); // the last word may be complete
    return Math.max(countLaps(), whole.countLaps());
  }

  private void add(char c) {
    if (Character.isWhitespace(c)) {
      endWord();
      if (c == '\n') {
        lineStart = true;
        skipping = false;
      }
    } else if (partial.length() < MAX_WORD) {
      partial.append(c);
    } else {
      endWord();
      partial.append(c);
    }
  }

  private void endWord() {
    if (partial.length() == 0) {
      return;
    }
    String text = partial.toString();
    partial.setLength(0);
    if (lineStart) {
      lineStart = false;
      startLine(text);
    }
    if (!fenced && !skipping) {
      count(TextHash.key32(text), text.length() + 1);
    }
  }

  private void startLine(String first) {
    if (first.startsWith("```") || first.startsWith("~~~")) {
      fenced = !fenced;
      skipping = true;
    } else if (isStructural(first)) {
      skipping = true;
    }
    if (skipping || fenced) {
      words.clear();
      live.clear();
    }
  }

  private static boolean isStructural(String first) {
    char c = first.charAt(0);
    boolean box = c >= '\u2500' && c <= '\u259F';
    boolean bullet = first.equals("-") || first.equals("*") || first.equals("+");
    boolean rule = first.startsWith("---") || first.startsWith("***") || first.startsWith("===");
    return c == '|' || c == '#' || c == '>' || box || bullet || rule || first.matches("\\d+[.)]");
  }

  private void count(int word, int length) {
    for (int ago = live.size() - 1; ago >= 0; ago--) {
      if (words.at(live.at(ago, PERIOD) - 1, 0) == word) {
        live.set(ago, MATCHED, Math.min(0xFFFF, live.at(ago, MATCHED) + 1));
        int characters = live.at(ago, CHARACTERS_MATCHED);
        live.set(ago, CHARACTERS_MATCHED, Math.min(MAX_CHARACTERS, characters + length));
      } else {
        live.remove(ago);
      }
    }
    int period = words.find(0, word) + 1;
    if (period > 0
        && period <= MAX_PERIOD
        && live.find(PERIOD, period) < 0
        && live.size() < MAX_LIVE) {
      live.add(MAX_LIVE, period, 1, length);
    }
    words.add(MAX_PERIOD, word);
  }

  private int countLaps() {
    int best = 0;
    for (int ago = 0; ago < live.size(); ago++) {
      int period = live.at(ago, PERIOD);
      int matched = live.at(ago, MATCHED);
      long characters = live.at(ago, CHARACTERS_MATCHED);
      boolean enough = characters * (matched + period) / matched >= MIN_CHARACTERS;
      best = enough ? Math.max(best, matched / period + 1) : best;
    }
    return best < 2 ? 0 : best;
  }
}
