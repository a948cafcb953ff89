package dev.statute.progress;

import java.util.ArrayList;
import java.util.List;

/**
 * The agents that share an instance. Calls that name an {@code agent} are counted apart from those
 * of others, so that two agents that do the same are no loop, and one that works does not hide that
 * another is stuck: what one repeats is put aside, packed, while another is at work. Confined to
 * the counting of one record.
 */
final class AgentTrackers {
  /** So many agents beside the one at work are remembered, the least recent is forgotten. */
  private static final int MOST = 7;

  /** Never changed, but replaced: the state before has the same list. */
  private List<Other> others = List.of();

  private int present;

  /**
   * An agent that is not at work.
   *
   * @param cells {@link TrackerPacking#part}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Other(int agent, int[] cells) {}

  /** The key of the agent at work; 0 for calls that name none. */
  int present() {
    return present;
  }

  /** Puts the agent at work aside and goes on with another one. */
  void turnTo(int agent, TrackerState state) {
    if (agent == present) {
      return;
    }
    PackedWriter out = new PackedWriter();
    TrackerPacking.part(out, state);
    state.clearPart();
    List<Other> aside = new ArrayList<>(others);
    Other next = null;
    for (Other other : others) {
      next = other.agent == agent ? other : next;
    }
    if (next != null) {
      TrackerPacking.part(new PackedReader(next.cells), state);
      aside.remove(next);
    } else if (aside.size() == MOST) {
      aside.remove(0);
    }
    aside.add(new Other(present, out.done()));
    others = aside;
    present = agent;
  }

  /** Whether calls of that agent are remembered. */
  boolean knows(int agent) {
    return agent == present || others.stream().anyMatch(other -> other.agent == agent);
  }

  /** Does something to the part of every agent. */
  void each(TrackerState state, Runnable change) {
    int now = present;
    List<Integer> keys = new ArrayList<>();
    others.forEach(other -> keys.add(other.agent));
    change.run();
    for (int key : keys) {
      turnTo(key, state);
      change.run();
    }
    turnTo(now, state);
  }

  /** Becomes what another one is. */
  void take(AgentTrackers other) {
    others = other.others;
    present = other.present;
  }

  /** Forgets all others; the one at work is nobody in particular. */
  void clear() {
    others = List.of();
    present = 0;
  }

  void write(PackedWriter out) {
    out.number(others.size());
    for (Other other : others) {
      out.key(other.agent);
      out.number(other.cells.length);
      out.keys(other.cells, 0, other.cells.length);
    }
  }

  void read(int agent, PackedReader in) {
    present = agent;
    int count = in.number();
    if (count < 0 || count > MOST) {
      throw new IllegalArgumentException("a tracker cannot have " + count + " agents");
    }
    List<Other> aside = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      aside.add(new Other(in.key(), in.keys()));
    }
    others = aside;
  }

  /** Unpacks every part, so that one that is not whole is found now. */
  void lookAll() {
    for (Other other : others) {
      TrackerPacking.part(new PackedReader(other.cells), new TrackerState());
    }
  }
}
