package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Result of a schedule of the {@link TurnSimulationTest simulation} over any store. */
public final class ScheduleTranscript {
  private final List<String> lines = new ArrayList<>();

  private ScheduleTranscript() {}

  /**
   * Runs the schedule of a seed, in which every invariant must hold.
   *
   * @param store empty; its transactions must be complete when the call returns
   * @return the content of the store, without generated ids
   */
  public static List<String> by(long seed, TurnStore store) {
    ScheduleChoices choices = ScheduleChoices.of(seed);
    TurnSimulation sim =
        new TurnSimulation(
            choices,
            ScheduleRunner.unmodified(),
            null,
            new TurnSimulation.TurnStorage(store, AgentTestCharts.JSON));
    assertThat(sim.run(ScheduleRunner.actions(choices))).as("seed %d", seed).isEmpty();
    ScheduleTranscript told = new ScheduleTranscript();
    told.lines.add(choices.taken().toString());
    TurnSimulation.AGENTS.forEach(agent -> told.agent(store, agent));
    return told.lines;
  }

  private void agent(TurnStore store, String agent) {
    List<Event> events = store.events(agent, 0, Integer.MAX_VALUE);
    Set<String> turns = new LinkedHashSet<>();
    for (Event event : events) {
      say(event.agent(), event.seq(), event.type(), event.epoch(), event.createdAt());
      turns.add(String.valueOf(event.turn()));
    }
    TurnTestWorld.join(
        store.transact(
            agent,
            tx -> {
              tx.abandon();
              say(tx.head());
              say(tx.timers());
              turns.forEach(turn -> turn(tx, turn));
              return true;
            }));
  }

  private void turn(TurnTransaction tx, String id) {
    say(tx.turn(id), tx.deliverable(id), tx.calls(id));
    tx.messages(id).forEach(row -> say(row, tx.edges(row.id())));
  }

  /** Adds a line; deleted rows appear only as missing. */
  private void say(@Nullable Object... things) {
    String text = Arrays.asList(things).toString();
    // an id is the next number, and a store may run work twice
    lines.add(
        text.replaceAll(
            "\\b(turn|card|box|evt)-\\d+|\\b(id|inbox|message|settledBy|edge)=\\d+", "$1$2"));
  }
}
