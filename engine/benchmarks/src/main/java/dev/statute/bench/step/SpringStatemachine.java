package dev.statute.bench.step;

import dev.statute.bench.step.ChartPlan.Arc;
import dev.statute.bench.step.ChartPlan.Kind;
import dev.statute.bench.step.ChartPlan.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.statemachine.StateMachine;
import org.springframework.statemachine.config.StateMachineBuilder;
import org.springframework.statemachine.config.StateMachineFactory;
import org.springframework.statemachine.config.configurers.ExternalTransitionConfigurer;
import org.springframework.statemachine.config.configurers.StateConfigurer;
import reactor.core.publisher.Mono;

/**
 * Spring Statemachine: nesting and regions. A region is not a state there; none of the plans
 * requires that. Of several enabled transitions any may be taken, so the guards exclude each other.
 */
final class SpringStatemachine {
  private static final String SUCCESS = "success";

  private SpringStatemachine() {}

  static LibraryColumn.Maker maker(ChartPlan plan) {
    try {
      StateMachineBuilder.Builder<String, String> builder = StateMachineBuilder.builder();
      builder.configureConfiguration().withConfiguration().autoStartup(false);
      states(builder, plan.root(), null);
      for (Node node : plan.states().values()) {
        for (Arc arc : node.arcs()) {
          transition(builder, node, arc);
        }
      }
      StateMachineFactory<String, String> factory = builder.createFactory();
      return () -> {
        StateMachine<String, String> machine = factory.getStateMachine();
        machine.startReactively().block();
        return new Instance(machine, plan);
      };
    } catch (Exception e) { // declared by its interfaces
      throw new IllegalStateException(e);
    }
  }

  private static void states(
      StateMachineBuilder.Builder<String, String> builder, Node compound, @Nullable String parent)
      throws Exception {
    StateConfigurer<String, String> states = builder.configureStates().withStates();
    if (parent != null) {
      states.parent(parent);
    }
    states.initial(compound.children().get(0).id());
    for (Node child : compound.children()) {
      states.state(child.id());
    }
    for (Node child : compound.children()) {
      if (child.kind() == Kind.COMPOUND) {
        states(builder, child, child.id());
      } else if (child.kind() == Kind.PARALLEL) {
        for (Node region : child.children()) {
          states(builder, region, child.id());
        }
      }
    }
  }

  private static void transition(
      StateMachineBuilder.Builder<String, String> builder, Node node, Arc arc) throws Exception {
    ExternalTransitionConfigurer<String, String> transition =
        builder
            .configureTransitions()
            .withExternal()
            .source(node.id())
            .target(arc.to())
            .event(arc.event());
    if (arc.guarded()) {
      transition.guard(context -> Boolean.TRUE.equals(context.getMessageHeader(SUCCESS)));
    } else if (node.isOtherwise(arc)) {
      transition.guard(context -> !Boolean.TRUE.equals(context.getMessageHeader(SUCCESS)));
    }
  }

  private static final class Instance implements ChartMachine {
    private final StateMachine<String, String> machine;
    private final ChartPlan plan;
    private final List<Mono<Message<String>>> events = new ArrayList<>();

    Instance(StateMachine<String, String> machine, ChartPlan plan) {
      this.machine = machine;
      this.plan = plan;
      for (ChartPlan.Signal signal : plan.events()) {
        events.add(
            Mono.just(
                MessageBuilder.withPayload(signal.event())
                    .setHeader(SUCCESS, signal.success())
                    .build()));
      }
    }

    @Override
    public void send(int event) {
      machine.sendEvent(events.get(event)).blockLast();
    }

    @Override
    public String where() {
      return plan.where(machine.getState().getIds());
    }

    @Override
    public Object kept() {
      return machine;
    }

    @Override
    public void close() {
      machine.stopReactively().block();
    }
  }
}
