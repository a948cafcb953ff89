package dev.statute.bench.step;

import com.alibaba.cola.statemachine.StateMachine;
import com.alibaba.cola.statemachine.builder.On;
import com.alibaba.cola.statemachine.builder.StateMachineBuilder;
import com.alibaba.cola.statemachine.builder.StateMachineBuilderFactory;
import dev.statute.bench.step.ChartPlan.Arc;
import dev.statute.bench.step.ChartPlan.Node;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** COLA: flat only, a function of a state and an event; the caller stores the state. */
final class ColaMachine {
  private static final AtomicInteger IDS = new AtomicInteger();

  private ColaMachine() {}

  static LibraryColumn.Maker maker(ChartPlan plan) {
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
    List<ChartPlan.Signal> signals = plan.events();
    return () -> new Instance(machine, start, signals);
  }

  private static final class Instance implements ChartMachine {
    private final StateMachine<String, String, Boolean> machine;
    private final ChartPlan.Signal[] signals;
    private String state;

    Instance(
        StateMachine<String, String, Boolean> machine,
        String state,
        List<ChartPlan.Signal> signals) {
      this.machine = machine;
      this.state = state;
      this.signals = signals.toArray(new ChartPlan.Signal[0]);
    }

    @Override
    public void send(int event) {
      ChartPlan.Signal signal = signals[event];
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
