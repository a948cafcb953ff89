package dev.statute.yaml.internal.tree;

import java.util.Arrays;

/** Decoder of a scalar's source that records the offset of every character of its value. */
final class ScalarDecoder {
  private final String content;
  private final int end;
  private int at;
  private int[] offsets = new int[32];
  private int length;

  ScalarDecoder(String content, int start, int end) {
    this.content = content;
    this.at = start;
    this.end = Math.min(end, content.length());
  }

  /** Returns the number of recorded characters. */
  int length() {
    return length;
  }

  /** Returns the recorded offsets, followed by the end of the value. */
  int[] offsets() {
    int[] all = Arrays.copyOf(offsets, length + 1);
    all[length] = Math.min(at, content.length());
    return all;
  }

  void plain() {
    while (at < end) {
      if (isBlank(at) || isBreak(at)) {
        blanks();
      } else {
        note(at++);
      }
    }
  }

  void singleQuoted() {
    at++;
    while (at < end) {
      char c = content.charAt(at);
      if (c == '\'') {
        if (at + 1 >= end || content.charAt(at + 1) != '\'') {
          return;
        }
        note(at);
        at += 2;
      } else if (isBlank(at) || isBreak(at)) {
        blanks();
      } else {
        note(at++);
      }
    }
  }

  void doubleQuoted() {
    at++;
    while (at < end && content.charAt(at) != '"') {
      if (content.charAt(at) == '\\') {
        escape();
      } else if (isBlank(at) || isBreak(at)) {
        blanks();
      } else {
        note(at++);
      }
    }
  }

  private void escape() {
    int backslash = at++;
    if (at >= end) {
      return;
    }
    if (isBreak(at)) {
      skipBreak();
      while (at < end && (isBlank(at) || isBreak(at))) {
        if (isBreak(at)) {
          note(at);
          skipBreak();
        } else {
          at++;
        }
      }
      return;
    }
    int digits =
        switch (content.charAt(at)) {
          case 'x' -> 2;
          case 'u' -> 4;
          case 'U' -> 8;
          default -> 0;
        };
    note(backslash);
    if (digits == 8 && at + 9 <= end && !content.startsWith("0000", at + 1)) {
      note(backslash);
    }
    at += 1 + digits;
  }

  /** Records blanks inside a line; around a line break they are dropped by folding. */
  private void blanks() {
    int first = at;
    while (at < end && isBlank(at)) {
      at++;
    }
    if (at >= end || !isBreak(at)) {
      for (int i = first; i < at; i++) {
        note(i);
      }
      return;
    }
    int fold = at;
    skipBreak();
    int breaks = 0;
    while (at < end && (isBlank(at) || isBreak(at))) {
      if (isBreak(at)) {
        note(at);
        breaks++;
        skipBreak();
      } else {
        at++;
      }
    }
    if (breaks == 0) {
      note(fold);
    }
  }

  /**
   * Decodes a block scalar. Its indentation is that of the first line that is not blank, less the
   * leading blanks of the value (kept by an explicit indicator).
   */
  void block(boolean folded, String value) {
    while (at < end && !isBreak(at)) {
      at++;
    }
    skipBreak();
    int indent = indent(value);
    int[] blanks = new int[8];
    int blank = 0;
    int previous = -1;
    boolean previousFlush = false;
    while (at < end && length < value.length()) {
      int lineEnd = lineEnd();
      int text = at;
      while (text < lineEnd && text - at < indent && content.charAt(text) == ' ') {
        text++;
      }
      if (text == lineEnd) {
        blanks = blank == blanks.length ? Arrays.copyOf(blanks, blank * 2) : blanks;
        blanks[blank++] = lineEnd;
      } else if (text - at < indent) {
        break;
      } else {
        boolean fold = folded && previousFlush && !isBlank(text);
        if (previous >= 0 && (!fold || blank == 0)) {
          note(previous);
        }
        noteAll(blanks, blank);
        blank = 0;
        for (int i = text; i < lineEnd; i++) {
          note(i);
        }
        previous = lineEnd;
        previousFlush = !isBlank(text);
      }
      at = lineEnd;
      skipBreak();
    }
    if (previous >= 0 && length < value.length()) {
      note(previous);
    }
    noteAll(blanks, Math.min(blank, value.length() - length));
    if (length > 0) {
      at = offsets[length - 1];
      if (isBreak(at)) {
        skipBreak();
      } else {
        at++;
      }
    }
  }

  private void noteAll(int[] some, int count) {
    for (int i = 0; i < count; i++) {
      note(some[i]);
    }
  }

  private int lineEnd() {
    int found = at;
    while (found < end && !isBreak(found)) {
      found++;
    }
    return found;
  }

  private int indent(String value) {
    int lead = 0;
    int from = 0;
    while (from < value.length() && value.charAt(from) == '\n') {
      from++;
    }
    while (from + lead < value.length() && value.charAt(from + lead) == ' ') {
      lead++;
    }
    int line = at;
    int i = at;
    while (i < end && (content.charAt(i) == ' ' || isBreak(i))) {
      if (isBreak(i)) {
        line = i + 1;
      }
      i++;
    }
    return Math.max(0, i - line - lead);
  }

  private boolean isBlank(int offset) {
    return content.charAt(offset) == ' ' || content.charAt(offset) == '\t';
  }

  private boolean isBreak(int offset) {
    return content.charAt(offset) == '\n' || content.charAt(offset) == '\r';
  }

  private void skipBreak() {
    if (at < content.length() && content.charAt(at) == '\r') {
      at++;
      if (at < content.length() && content.charAt(at) == '\n') {
        at++;
      }
    } else if (at < content.length()) {
      at++;
    }
  }

  private void note(int offset) {
    if (length == offsets.length - 1) {
      offsets = Arrays.copyOf(offsets, length * 2);
    }
    offsets[length++] = offset;
  }
}
