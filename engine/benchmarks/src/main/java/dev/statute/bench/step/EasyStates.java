package dev.statute.bench.step;

import dev.statute.bench.step.ChartPlan.Arc;
import dev.statute.bench.step.ChartPlan.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jeasy.states.api.AbstractEvent;
import org.jeasy.states.api.FiniteStateMachine;
import org.jeasy.states.api.FiniteStateMachineException;
import org.jeasy.states.api.State;
import org.jeasy.states.core.FiniteStateMachineBuilder;
import org.jeasy.states.core.TransitionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * easy-states: flat only, an event is a class, and there are no guards: the sender must distinguish
 * success and failure as two events.
 */
final class EasyStates {
  private static final Logger LOGGER = Logger.getLogger("org.jeasy");

  private EasyStates() {}

  static LibraryColumn.Maker maker(ChartPlan plan) {
    LOGGER.setLevel(Level.SEVERE);
    List<AbstractEvent> events = events();
    return () -> new Instance(build(plan, events), events);
  }

  /** A definition is an instance; no part can be shared. */
  private static FiniteStateMachine build(ChartPlan plan, List<AbstractEvent> events) {
    Map<String, State> states = new LinkedHashMap<>();
    plan.states().keySet().forEach(id -> states.put(id, new State(id)));
    Set<State> all = new LinkedHashSet<>(states.values());
    FiniteStateMachineBuilder builder = new FiniteStateMachineBuilder(all, all.iterator().next());
    for (Node node : plan.states().values()) {
      for (int i = 0; i < plan.events().size(); i++) {
        Arc arc = taken(node, plan.events().get(i));
        if (arc != null) {
          builder.registerTransition(
              new TransitionBuilder()
                  .sourceState(states.get(node.id()))
                  .eventType(events.get(i).getClass())
                  .targetState(states.get(arc.to()))
                  .build());
        }
      }
    }
    return builder.build();
  }

  private static @Nullable Arc taken(Node node, ChartPlan.Signal signal) {
    for (Arc arc : node.arcs()) {
      if (arc.event().equals(signal.event()) && (!arc.guarded() || signal.success())) {
        return arc;
      }
    }
    return null;
  }

  private static List<AbstractEvent> events() {
    return new ArrayList<>(
        List.of(
            new AbstractEvent() {},
            new AbstractEvent() {},
            new AbstractEvent() {},
            new AbstractEvent() {},
            new AbstractEvent() {},
            new AbstractEvent() {},
            new AbstractEvent() {},
            new AbstractEvent() {},
            new AbstractEvent() {},
            new AbstractEvent() {}));
  }

  private static final class Instance implements ChartMachine {
    private final FiniteStateMachine machine;
    private final AbstractEvent[] events;

    Instance(FiniteStateMachine machine, List<AbstractEvent> events) {
      this.machine = machine;
      this.events = events.toArray(new AbstractEvent[0]);
    }

    @Override
    public void send(int event) {
      try {
        machine.fire(events[event]);
      } catch (FiniteStateMachineException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public String where() {
      return machine.getCurrentState().getName();
    }

    @Override
    public Object kept() {
      return machine;
    }
  }
}
