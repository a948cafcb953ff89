package dev.statute.policy;

/**
 * A budget that has a limit, from a setting or from a record.
 *
 * @param kind {@code calls}, {@code tokens}, {@code cost} or {@code time}; of the current phase
 *     {@code phase calls}, {@code phase tokens} or {@code phase cost}
 * @param used amount used; of {@code time} in milliseconds
 * @param limit limit, in the same unit
 */
public record Budget(String kind, double used, double limit) {
  /** Used part of the limit; above 100 once it is exceeded. */
  public double percent() {
    return limit <= 0 ? 0 : used * 100 / limit;
  }
}
