package dev.statute.turns;

import dev.statute.turns.internal.protocol.RowIds;

/** Sequential ids: short, and equal in every run. */
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
