package dev.statute.policy;

/**
 * Something of which there is only so much.
 *
 * @param kind {@code calls}, {@code tokens}, {@code cost} or {@code time} (milliseconds); of the
 *     phase alone {@code phase calls}, {@code phase tokens} or {@code phase cost}
 */
public record Budget(String kind, double used, double limit) {
  /** How much of it is used up, in percent. */
  public double percent() {
    return limit <= 0 ? 0 : used * 100 / limit;
  }
}
