package dev.statute.progress.internal.call;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Words of a command line by their bounds. Strings are created on demand, since mostly the first
 * few words are used.
 */
final class CommandWords {
  private final String text;
  private int[] ends = new int[32];
  private @Nullable String[] words = new String[16];
  private int size;

  /** Index of the first word of the current simple command. */
  private int first;

  /** Start of the current word, if characters within it were skipped. */
  private final StringBuilder prefix = new StringBuilder(0);

  private int start;

  CommandWords(String text) {
    this.text = text;
  }

  /** Returns whether the current word would be empty if it ended at an index. */
  boolean isEmpty(int end) {
    return start == end && prefix.length() == 0;
  }

  /** Returns whether the current simple command would have no word if it ended at an index. */
  boolean isFirst(int end) {
    return size == first && isEmpty(end);
  }

  /** Skips a character within the current word. */
  void skip(int at) {
    prefix.append(text, start, at);
    start = at + 1;
  }

  /** Removes and returns the current word, which does not belong to the command. */
  String take(int at) {
    String last = text.substring(start, at);
    start = at + 1;
    if (prefix.length() == 0) {
      return last;
    }
    String whole = prefix.append(last).toString();
    prefix.setLength(0);
    return whole;
  }

  /** Ends the current word; an empty word is dropped. */
  void end(int at) {
    if (isEmpty(at)) {
      start = at + 1;
      return;
    }
    if (size == words.length) {
      words = Arrays.copyOf(words, 2 * size);
      ends = Arrays.copyOf(ends, 4 * size);
    }
    ends[2 * size] = start;
    ends[2 * size + 1] = at;
    words[size] = prefix.length() == 0 ? null : take(at);
    size++;
    start = at + 1;
  }

  /** Ends the current simple command and returns its words. */
  List<String> command() {
    List<String> command = new Command(first, size - first);
    first = size;
    return command;
  }

  private String word(int index) {
    String word = words[index];
    if (word == null) {
      word = text.substring(ends[2 * index], ends[2 * index + 1]);
      words[index] = word;
    }
    return word;
  }

  /** View of the words of one simple command. */
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
      words[from + index] = word;
      return before;
    }
  }
}
