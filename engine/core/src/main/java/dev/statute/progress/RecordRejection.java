package dev.statute.progress;

/**
 * Why a record was not accepted.
 *
 * @param field the field that is wrong, such as {@code success} or {@code events[2].tool}
 * @param expected what belongs there, in words
 * @param found what was there, in words
 */
public record RecordRejection(String field, String expected, String found) {
  @Override
  public String toString() {
    return "'" + field + "' must be " + expected + ", not " + found;
  }
}
