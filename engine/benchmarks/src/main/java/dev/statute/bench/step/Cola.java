package dev.statute.bench.step;

import com.alibaba.cola.statemachine.StateMachine;
import com.alibaba.cola.statemachine.builder.On;
import com.alibaba.cola.statemachine.builder.StateMachineBuilder;
import com.alibaba.cola.statemachine.builder.StateMachineBuilderFactory;
import dev.statute.bench.step.Plan.Arc;
import dev.statute.bench.step.Plan.Node;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** COLA: flat only, a function of a state and an event; the caller keeps the state. */
final class Cola {
  private static final AtomicInteger IDS = new AtomicInteger();

  private Cola() {}

  static Library.Maker maker(Plan plan) {
    StateMachineBuilder<String, String, Boolean> builder = StateMachineBuilderFactory.create();
    for (Node node : plan.states().values()) {
      for (Arc arc : node.arcs()) {
        On<String, String, Boolean> on =
            builder.externalTransition().from(node.id()).to(arc.to()).on(arc.event());
        if (arc.guarded()) {
          on.when(success -> success);
        }
      }
    }
    StateMachine<String, String, Boolean> machine = builder.build("plan" + IDS.incrementAndGet());
    String start = plan.root().children().get(0).id();
    List<Plan.Signal> signals = plan.events();
    return () -> new Instance(machine, start, signals);
  }

  private static final class Instance implements Machine {
    private final StateMachine<String, String, Boolean> machine;
    private final Plan.Signal[] signals;
    private String state;

    Instance(
        StateMachine<String, String, Boolean> machine, String state, List<Plan.Signal> signals) {
      this.machine = machine;
      this.state = state;
      this.signals = signals.toArray(new Plan.Signal[0]);
    }

    @Override
    public void send(int event) {
      Plan.Signal signal = signals[event];
      state = machine.fireEvent(state, signal.event(), signal.success());
    }

    @Override
    public String where() {
      return state;
    }

    @Override
    public Object kept() {
      return state;
    }
  }
}
