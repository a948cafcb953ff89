package dev.statute.bench.step;

import com.github.oxo42.stateless4j.StateConfiguration;
import com.github.oxo42.stateless4j.StateMachine;
import com.github.oxo42.stateless4j.StateMachineConfig;
import com.github.oxo42.stateless4j.triggers.TriggerWithParameters1;
import dev.statute.bench.step.ChartPlan.Arc;
import dev.statute.bench.step.ChartPlan.Kind;
import dev.statute.bench.step.ChartPlan.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * stateless4j: nesting, no regions. Its guards have no payload, so a guarded transition is one with
 * a computed target.
 */
final class StatelessMachine {
  private StatelessMachine() {}

  static LibraryColumn.Maker maker(ChartPlan plan) {
    StateMachineConfig<String, String> config = new StateMachineConfig<>();
    Map<String, TriggerWithParameters1<Boolean, String>> guarded = new LinkedHashMap<>();
    Map<String, Node> parents = plan.parents();
    for (Node node : plan.states().values()) {
      StateConfiguration<String, String> state = config.configure(node.id());
      Node parent = parents.get(node.id());
      if (parent != null && !parent.id().equals(plan.root().id())) {
        state.substateOf(parent.id());
      }
      for (Arc arc : node.arcs()) {
        permit(state, node, arc, guarded);
      }
    }
    String start = first(plan.root());
    List<ChartPlan.Signal> signals = plan.events();
    return () -> {
      StateMachine<String, String> machine = new StateMachine<>(start, config);
      machine.onUnhandledTrigger((state, trigger) -> {});
      return new Instance(machine, signals, guarded);
    };
  }

  private static void permit(
      StateConfiguration<String, String> state,
      Node node,
      Arc arc,
      Map<String, TriggerWithParameters1<Boolean, String>> guarded) {
    if (arc.guarded()) {
      Arc otherwise =
          node.arcs().stream()
              .filter(other -> other.event().equals(arc.event()) && !other.guarded())
              .findFirst()
              .orElseThrow();
      TriggerWithParameters1<Boolean, String> trigger =
          new TriggerWithParameters1<>(arc.event(), Boolean.class);
      guarded.put(arc.event(), trigger);
      state.permitDynamic(trigger, success -> success ? arc.to() : otherwise.to());
    } else if (!guarded.containsKey(arc.event())) {
      state.permit(arc.event(), arc.to());
    }
  }

  private static String first(Node node) {
    return node.kind() == Kind.ATOMIC ? node.id() : first(node.children().get(0));
  }

  private static final class Instance implements ChartMachine {
    private final StateMachine<String, String> machine;
    private final ChartPlan.Signal[] signals;
    private final Map<String, TriggerWithParameters1<Boolean, String>> guarded;

    Instance(
        StateMachine<String, String> machine,
        List<ChartPlan.Signal> signals,
        Map<String, TriggerWithParameters1<Boolean, String>> guarded) {
      this.machine = machine;
      this.signals = signals.toArray(new ChartPlan.Signal[0]);
      this.guarded = guarded;
    }

    @Override
    public void send(int event) {
      ChartPlan.Signal signal = signals[event];
      TriggerWithParameters1<Boolean, String> trigger = guarded.get(signal.event());
      if (trigger == null) {
        machine.fire(signal.event());
      } else {
        machine.fire(trigger, signal.success());
      }
    }

    @Override
    public String where() {
      return machine.getState();
    }

    @Override
    public Object kept() {
      return machine;
    }
  }
}
