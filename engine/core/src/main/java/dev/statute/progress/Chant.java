package dev.statute.progress;

import dev.statute.progress.internal.XxHash64;

/**
 * Streamed text whose tail repeats itself exactly. Words are compared with the word {@code p} words
 * before, for every period {@code p} that is alive; a period dies at the first mismatch, and is
 * born where a word was last seen {@code p} words ago. So the work per word is the number of live
 * periods, which in ordinary text is next to none.
 *
 * <p>Code fences, tables, lists, headings, quotes and dividers repeat by nature: their lines are
 * skipped, and end whatever was being tracked.
 *
 * @param words hashes of the last words, oldest first
 * @param live per live period: the period, the words and the characters matched
 * @param partial the word that the last chunk ended in
 * @param fenced whether a code fence is open
 * @param lineStart whether the line has had no word yet
 * @param skipping whether the line is one that is skipped
 */
record Chant(
    Rows words, Rows live, String partial, boolean fenced, boolean lineStart, boolean skipping) {
  static final Chant NONE = new Chant(Rows.empty(1), Rows.empty(1), "", false, true, false);
  private static final int LONGEST = 96;
  private static final int LIVE = 24;
  private static final int CHARACTERS = 120;
  private static final int MOST = 64;

  /** The text goes on. */
  Chant with(String chunk) {
    Builder builder = new Builder(this);
    for (int i = 0; i < chunk.length(); i++) {
      builder.take(chunk.charAt(i));
    }
    return builder.build();
  }

  /** How often the tail has been said; 0 if less than 120 characters of it repeat. */
  int laps() {
    Builder builder = new Builder(this);
    int before = builder.laps();
    builder.word(); // the word at the end may be whole, or the start of a longer one
    return Math.max(before, builder.laps());
  }

  private static final class Builder {
    private Rows words;
    private Rows live;
    private final StringBuilder partial;
    private boolean fenced;
    private boolean lineStart;
    private boolean skipping;

    Builder(Chant chant) {
      words = chant.words;
      live = chant.live;
      partial = new StringBuilder(chant.partial);
      fenced = chant.fenced;
      lineStart = chant.lineStart;
      skipping = chant.skipping;
    }

    Chant build() {
      return new Chant(words, live, partial.toString(), fenced, lineStart, skipping);
    }

    void take(char c) {
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

    void word() {
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
        count(XxHash64.of(text), text.length() + 1);
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
        words = Rows.empty(1);
        live = Rows.empty(1);
      }
    }

    private static boolean structural(String first) {
      char c = first.charAt(0);
      boolean box = c >= '\u2500' && c <= '\u259F';
      boolean bullet = first.equals("-") || first.equals("*") || first.equals("+");
      boolean rule = first.startsWith("---") || first.startsWith("***") || first.startsWith("===");
      return c == '|' || c == '#' || c == '>' || box || bullet || rule || first.matches("\\d+[.)]");
    }

    private void count(long word, int length) {
      Rows next = Rows.empty(1);
      for (int ago = live.size() - 1; ago >= 0; ago--) {
        long entry = live.at(ago, 0);
        int period = period(entry);
        if (words.at(period - 1, 0) == word) {
          long matched = Math.min(0xFFFF, matched(entry) + 1);
          next = next.with(LIVE, entry(period, matched, characters(entry) + length));
        }
      }
      int period = words.find(0, word) + 1;
      if (period > 0 && period <= LONGEST && !alive(next, period) && next.size() < LIVE) {
        next = next.with(LIVE, entry(period, 1, length));
      }
      live = next;
      words = words.with(LONGEST, word);
    }

    private static long entry(int period, long matched, long characters) {
      return ((long) period << 48) | (matched << 32) | Math.min(characters, 0xFFFFFFFFL);
    }

    private static int period(long entry) {
      return (int) (entry >>> 48);
    }

    private static int matched(long entry) {
      return (int) (entry >>> 32) & 0xFFFF;
    }

    private static long characters(long entry) {
      return entry & 0xFFFFFFFFL;
    }

    private static boolean alive(Rows live, int period) {
      for (int ago = 0; ago < live.size(); ago++) {
        if (period(live.at(ago, 0)) == period) {
          return true;
        }
      }
      return false;
    }

    int laps() {
      int best = 0;
      for (int ago = 0; ago < live.size(); ago++) {
        long entry = live.at(ago, 0);
        int period = period(entry);
        int matched = matched(entry);
        boolean enough = characters(entry) * (matched + period) / matched >= CHARACTERS;
        best = enough ? Math.max(best, matched / period + 1) : best;
      }
      return best < 2 ? 0 : best;
    }
  }
}
