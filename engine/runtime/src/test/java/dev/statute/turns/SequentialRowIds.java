package dev.statute.turns;

/** Ids that count: short, and the same in every run. */
final class SequentialRowIds implements RowIds {
  private long last;

  @Override
  public long number() {
    return ++last;
  }

  @Override
  public String id(String kind) {
    return kind + "-" + number();
  }
}
