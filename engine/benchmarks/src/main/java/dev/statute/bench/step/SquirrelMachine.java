package dev.statute.bench.step;

import dev.statute.bench.step.ChartPlan.Arc;
import dev.statute.bench.step.ChartPlan.Kind;
import dev.statute.bench.step.ChartPlan.Node;
import java.util.ArrayList;
import java.util.List;
import org.squirrelframework.foundation.fsm.AnonymousCondition;
import org.squirrelframework.foundation.fsm.StateMachineBuilder;
import org.squirrelframework.foundation.fsm.StateMachineBuilderFactory;
import org.squirrelframework.foundation.fsm.builder.On;
import org.squirrelframework.foundation.fsm.impl.AbstractStateMachine;

/** squirrel-foundation: nesting and regions. */
final class SquirrelMachine {
  private SquirrelMachine() {}

  /** Machine without actions; the library requires a class of its own. */
  public static class Fsm extends AbstractStateMachine<Fsm, String, String, Boolean> {
    /** Created by the library. */
    public Fsm() {}
  }

  private static final class Success extends AnonymousCondition<Boolean> {
    @Override
    public boolean isSatisfied(Boolean success) {
      return success;
    }
  }

  static LibraryColumn.Maker maker(ChartPlan plan) {
    StateMachineBuilder<Fsm, String, String, Boolean> builder =
        StateMachineBuilderFactory.create(Fsm.class, String.class, String.class, Boolean.class);
    for (Node node : plan.states().values()) {
      builder.defineState(node.id());
    }
    for (Node node : plan.states().values()) {
      String[] children = node.children().stream().map(Node::id).toArray(String[]::new);
      if (node.kind() == Kind.COMPOUND) {
        builder.defineSequentialStatesOn(node.id(), children);
      } else if (node.kind() == Kind.PARALLEL) {
        builder.defineParallelStatesOn(node.id(), children);
      }
      for (Arc arc : node.arcs()) {
        On<Fsm, String, String, Boolean> on =
            builder.externalTransition().from(node.id()).to(arc.to()).on(arc.event());
        if (arc.guarded()) {
          on.when(new Success());
        }
      }
    }
    String start = plan.root().children().get(0).id();
    return () -> {
      Fsm machine = builder.newStateMachine(start);
      machine.start();
      return new Instance(machine, plan);
    };
  }

  private static final class Instance implements ChartMachine {
    private final Fsm machine;
    private final ChartPlan plan;
    private final ChartPlan.Signal[] signals;

    Instance(Fsm machine, ChartPlan plan) {
      this.machine = machine;
      this.plan = plan;
      signals = plan.events().toArray(new ChartPlan.Signal[0]);
    }

    @Override
    public void send(int event) {
      ChartPlan.Signal signal = signals[event];
      machine.fire(signal.event(), signal.success());
    }

    @Override
    public String where() {
      List<String> active = new ArrayList<>();
      collect(machine.getCurrentState(), active);
      return plan.where(active);
    }

    private void collect(String state, List<String> active) {
      active.add(state);
      machine.getSubStatesOn(state).forEach(child -> collect(child, active));
    }

    @Override
    public Object kept() {
      return machine;
    }
  }
}
