package dev.statute.turns;

import dev.statute.turns.internal.protocol.RowIds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sequential ids that can be replayed for a second run of a work. */
final class ReplayableRowIds implements RowIds {
  private long last;
  private @Nullable List<Long> recorded;
  private Deque<Long> replayed = new ArrayDeque<>();

  void record() {
    recorded = new ArrayList<>();
  }

  List<Long> recorded() {
    List<Long> all = recorded == null ? List.of() : List.copyOf(recorded);
    recorded = null;
    return all;
  }

  void replay(List<Long> numbers) {
    replayed = new ArrayDeque<>(numbers);
  }

  @Override
  public long number() {
    Long again = replayed.poll();
    long number = again == null ? ++last : again;
    if (recorded != null) {
      recorded.add(number);
    }
    return number;
  }

  @Override
  public String id(String kind) {
    return kind + "-" + number();
  }
}
