package dev.statute.progress;

/**
 * Streamed text whose tail repeats itself exactly. Words are compared with the word {@code p} words
 * before, for every period {@code p} that is alive; a period dies at the first mismatch, and is
 * born where a word was last seen {@code p} words ago. So the work per word is the number of live
 * periods, which in ordinary text is next to none.
 *
 * <p>Code fences, tables, lists, headings, quotes and dividers repeat by nature: their lines are
 * skipped, and end whatever was being tracked.
 *
 * <p>What takes a chunk is a copy; the one before stays as it is, and any thread may read it.
 */
final class RepeatedTextDetector {
  private static final int LONGEST = 96;
  private static final int LIVE = 24;
  private static final int CHARACTERS = 120;
  private static final int MOST = 64;
  private static final int MOST_CHARACTERS = 1 << 30;

  private static final int PERIOD = 0;
  private static final int MATCHED = 1;
  private static final int CHARACTERS_MATCHED = 2;

  /** Nothing was streamed. */
  static final RepeatedTextDetector NONE = new RepeatedTextDetector();

  /** Hashes of the last words. */
  private final IntTable words = new IntTable(1, 1);

  /** Per live period: the period, the words and the characters matched. */
  private final IntTable live = new IntTable(3, 0);

  /** The word that the last chunk ended in. */
  private final StringBuilder partial = new StringBuilder();

  /** Whether a code fence is open; the line has had no word yet; it is one that is skipped. */
  private boolean fenced;

  private boolean lineStart = true;
  private boolean skipping;

  private RepeatedTextDetector() {}

  private RepeatedTextDetector copy() {
    RepeatedTextDetector copy = new RepeatedTextDetector();
    copy.words.take(words);
    copy.live.take(live);
    copy.partial.append(partial);
    copy.fenced = fenced;
    copy.lineStart = lineStart;
    copy.skipping = skipping;
    return copy;
  }

  private boolean isClear() {
    return words.size() == 0 && partial.length() == 0 && !fenced && lineStart && !skipping;
  }

  void write(PackedWriter out) {
    out.flag(!isClear());
    if (!isClear()) {
      words.write(out);
      live.write(out);
      out.text(partial.toString());
      out.octet((fenced ? 1 : 0) | (lineStart ? 2 : 0) | (skipping ? 4 : 0));
    }
  }

  /** Reads what was written. */
  static RepeatedTextDetector read(PackedReader in) {
    RepeatedTextDetector chant = new RepeatedTextDetector();
    if (in.flag()) {
      chant.fill(in);
    }
    return chant;
  }

  private void fill(PackedReader in) {
    in.rows(words);
    in.rows(live);
    for (int ago = 0; ago < live.size(); ago++) {
      int period = live.at(ago, PERIOD);
      if (period < 1 || period > words.size() || live.at(ago, MATCHED) < 1) {
        throw new IllegalArgumentException("a tracker cannot have a period of " + period);
      }
    }
    partial.append(in.text());
    int flags = in.octet();
    fenced = (flags & 1) != 0;
    lineStart = (flags & 2) != 0;
    skipping = (flags & 4) != 0;
  }

  /** The text goes on. */
  RepeatedTextDetector after(String chunk) {
    RepeatedTextDetector after = copy();
    for (int i = 0; i < chunk.length(); i++) {
      after.take(chunk.charAt(i));
    }
    return after;
  }

  /** How often the tail has been said; 0 if less than 120 characters of it repeat. */
  int laps() {
    RepeatedTextDetector whole = copy();
    whole.word(); // the word at the end may be whole, or the start of a longer one
    return Math.max(counted(), whole.counted());
  }

  private void take(char c) {
    if (Character.isWhitespace(c)) {
      word();
      if (c == '\n') {
        lineStart = true;
        skipping = false;
      }
    } else if (partial.length() < MOST) {
      partial.append(c);
    } else {
      word();
      partial.append(c);
    }
  }

  private void word() {
    if (partial.length() == 0) {
      return;
    }
    String text = partial.toString();
    partial.setLength(0);
    if (lineStart) {
      lineStart = false;
      line(text);
    }
    if (!fenced && !skipping) {
      count(TextHash.half(text), text.length() + 1);
    }
  }

  private void line(String first) {
    if (first.startsWith("```") || first.startsWith("~~~")) {
      fenced = !fenced;
      skipping = true;
    } else if (structural(first)) {
      skipping = true;
    }
    if (skipping || fenced) {
      words.clear();
      live.clear();
    }
  }

  private static boolean structural(String first) {
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
        live.set(ago, CHARACTERS_MATCHED, Math.min(MOST_CHARACTERS, characters + length));
      } else {
        live.remove(ago);
      }
    }
    int period = words.find(0, word) + 1;
    if (period > 0 && period <= LONGEST && live.find(PERIOD, period) < 0 && live.size() < LIVE) {
      live.add(LIVE, period, 1, length);
    }
    words.add(LONGEST, word);
  }

  private int counted() {
    int best = 0;
    for (int ago = 0; ago < live.size(); ago++) {
      int period = live.at(ago, PERIOD);
      int matched = live.at(ago, MATCHED);
      long characters = live.at(ago, CHARACTERS_MATCHED);
      boolean enough = characters * (matched + period) / matched >= CHARACTERS;
      best = enough ? Math.max(best, matched / period + 1) : best;
    }
    return best < 2 ? 0 : best;
  }
}
