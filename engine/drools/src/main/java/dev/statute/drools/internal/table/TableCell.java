package dev.statute.drools.internal.table;

import dev.statute.problem.Source;
import dev.statute.problem.SourceText;

/**
 * Cell of a table.
 *
 * @param text without quotes of the file format and without surrounding space
 * @param start offset of its first character in the file
 * @param end offset after its last character
 */
record TableCell(Source source, String text, int start, int end) {
  /** Dashes of spreadsheet programs and typesetting. */
  private static final String DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63\uFF0D";

  /** Returns whether the cell says nothing. */
  boolean isEmpty() {
    return text.isEmpty() || (text.length() == 1 && DASHES.contains(text));
  }

  /** Returns the cell as it is written, for problems. */
  SourceText place() {
    String written = source.content().substring(start, end);
    return SourceText.of(written, offset -> source.place(start + offset), source);
  }
}
