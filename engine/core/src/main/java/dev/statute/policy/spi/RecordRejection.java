package dev.statute.policy.spi;

/**
 * Reason why a record was not counted.
 *
 * @param field wrong field, such as {@code success} or {@code events[2].tool}
 * @param expected what the field takes, in words
 * @param found what it has, in words
 */
public record RecordRejection(String field, String expected, String found) {
  @Override
  public String toString() {
    return "'" + field + "' must be " + expected + ", not " + found;
  }
}
