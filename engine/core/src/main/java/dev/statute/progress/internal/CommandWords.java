package dev.statute.progress.internal;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The words of a command line as it is read, by where they begin and end: of most only the first
 * few are ever asked for, so that a text is made of a word when it is.
 */
final class CommandWords {
  private final String text;
  private int[] ends = new int[32];
  private @Nullable String[] made = new String[16];
  private int size;

  /** The first word of the simple command that is being read. */
  private int first;

  /** The word that is being read: what was read of it before signs that were left out, and more. */
  private final StringBuilder read = new StringBuilder(0);

  private int more;

  CommandWords(String text) {
    this.text = text;
  }

  /** Whether nothing was read of a word that would end there. */
  boolean isEmpty(int end) {
    return more == end && read.length() == 0;
  }

  /** The sign there is none of the word, which goes on behind it. */
  void leaveOut(int at) {
    read.append(text, more, at);
    more = at + 1;
  }

  /** The word that ends there, which is none of the command's; the next one starts behind it. */
  String take(int at) {
    String last = text.substring(more, at);
    more = at + 1;
    if (read.length() == 0) {
      return last;
    }
    String whole = read.append(last).toString();
    read.setLength(0);
    return whole;
  }

  /** A word of the command ends there, if it is not empty; the next one starts behind it. */
  void end(int at) {
    if (isEmpty(at)) {
      more = at + 1;
      return;
    }
    if (size == made.length) {
      made = Arrays.copyOf(made, 2 * size);
      ends = Arrays.copyOf(ends, 4 * size);
    }
    ends[2 * size] = more;
    ends[2 * size + 1] = at;
    made[size] = read.length() == 0 ? null : take(at);
    size++;
    more = at + 1;
  }

  /** The words since the last command ended. */
  List<String> command() {
    List<String> command = new Command(first, size - first);
    first = size;
    return command;
  }

  private String word(int index) {
    String word = made[index];
    if (word == null) {
      word = text.substring(ends[2 * index], ends[2 * index + 1]);
      made[index] = word;
    }
    return word;
  }

  /** Some of the words. */
  private final class Command extends AbstractList<String> implements RandomAccess {
    private final int from;
    private final int count;

    Command(int from, int count) {
      this.from = from;
      this.count = count;
    }

    @Override
    public int size() {
      return count;
    }

    @Override
    public String get(int index) {
      return word(from + index);
    }

    @Override
    public String set(int index, String word) {
      String before = get(index);
      made[from + index] = word;
      return before;
    }
  }
}
