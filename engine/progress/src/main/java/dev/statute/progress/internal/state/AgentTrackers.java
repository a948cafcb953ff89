package dev.statute.progress.internal.state;

import dev.statute.progress.internal.table.PackedForm;
import java.util.ArrayList;
import java.util.List;

/**
 * Agents that share an instance. Calls with an {@code agent} are counted apart, so that two agents
 * that do the same are no loop, and one that works does not hide another that is stuck. The parts
 * of agents other than the current one are packed. Confined to the counting of one record.
 */
public final class AgentTrackers {
  /** Maximum number of agents beside the current one; the least recent is dropped. */
  private static final int MAX_OTHERS = 7;

  private List<PackedAgent> others = List.of();

  private int current;

  /**
   * Agent that is not the current one.
   *
   * @param cells see {@link TrackerState#transferAgent}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record PackedAgent(int key, int[] cells) {
    static final PackedAgent NONE = new PackedAgent(0, new int[0]);
  }

  /** Returns the key of the current agent; 0 for calls without an agent. */
  int current() {
    return current;
  }

  /** Packs the current agent and unpacks another one into the state. */
  void switchTo(int agent, TrackerState state) {
    if (agent == current) {
      return;
    }
    PackedForm form = new PackedForm();
    state.transferAgent(form);
    state.clearAgent();
    List<PackedAgent> packed = new ArrayList<>(others);
    PackedAgent next = null;
    for (PackedAgent other : others) {
      next = other.key == agent ? other : next;
    }
    if (next != null) {
      state.transferAgent(new PackedForm(next.cells));
      packed.remove(next);
    } else if (packed.size() == MAX_OTHERS) {
      packed.remove(0);
    }
    packed.add(new PackedAgent(current, form.toCells()));
    others = packed;
    current = agent;
  }

  /** Returns whether an agent has made calls. */
  boolean knows(int agent) {
    return agent == current || others.stream().anyMatch(other -> other.key == agent);
  }

  /** Applies a change to the state once with each agent as the current one. */
  void forEach(TrackerState state, Runnable change) {
    int before = current;
    List<Integer> keys = new ArrayList<>();
    others.forEach(other -> keys.add(other.key));
    change.run();
    for (int key : keys) {
      switchTo(key, state);
      change.run();
    }
    switchTo(before, state);
  }

  /** Drops all other agents; the current one becomes that of calls without an agent. */
  void clear() {
    others = List.of();
    current = 0;
  }

  /** Writes the agents to a form, or reads them. */
  void transfer(PackedForm form) {
    current = form.key(current);
    int count = form.number(others.size());
    if (count < 0 || count > MAX_OTHERS) {
      throw new IllegalArgumentException("a tracker cannot have " + count + " agents");
    }
    List<PackedAgent> packed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PackedAgent other = form.reads() ? PackedAgent.NONE : others.get(i);
      packed.add(new PackedAgent(form.key(other.key), form.keys(other.cells)));
    }
    others = packed;
  }

  /**
   * Unpacks every agent once.
   *
   * @throws RuntimeException if the packed form of one is invalid
   */
  public void validate() {
    for (PackedAgent other : others) {
      new TrackerState().transferAgent(new PackedForm(other.cells));
    }
  }
}
