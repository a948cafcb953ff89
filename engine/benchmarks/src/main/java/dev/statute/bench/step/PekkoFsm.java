package dev.statute.bench.step;

import com.typesafe.config.ConfigFactory;
import dev.statute.bench.step.ChartPlan.Arc;
import dev.statute.bench.step.ChartPlan.Node;
import dev.statute.bench.step.ChartPlan.Signal;
import java.util.List;
import org.apache.pekko.actor.AbstractFSM;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.japi.pf.FSMStateFunctionBuilder;
import org.apache.pekko.testkit.CallingThreadDispatcher;
import org.apache.pekko.testkit.TestActorRef;

/**
 * Pekko's classic FSM: flat only. On the calling thread's dispatcher, because a step is measured
 * and not the passing of messages between threads.
 */
final class PekkoFsm {
  private PekkoFsm() {}

  static LibraryColumn.Maker maker(ChartPlan plan) {
    ActorSystem system =
        ActorSystem.create(
            "bench",
            ConfigFactory.parseString(
                    "pekko { daemonic = on, loglevel = OFF, stdout-loglevel = OFF }")
                .withFallback(ConfigFactory.load()));
    return () -> {
      Props props =
          Props.create(Fsm.class, () -> new Fsm(plan)).withDispatcher(CallingThreadDispatcher.Id());
      return new Instance(system, TestActorRef.create(system, props), plan.events());
    };
  }

  /** Actor of the machine. */
  private static final class Fsm extends AbstractFSM<String, String> {
    Fsm(ChartPlan plan) {
      startWith(plan.root().children().get(0).id(), "");
      for (Node node : plan.states().values()) {
        FSMStateFunctionBuilder<String, String> state =
            matchEvent(Signal.class, (signal, data) -> false, (signal, data) -> stay());
        for (Arc arc : node.arcs()) {
          state =
              state.event(
                  Signal.class,
                  (signal, data) ->
                      signal.event().equals(arc.event()) && (!arc.guarded() || signal.success()),
                  (signal, data) -> goTo(arc.to()));
        }
        when(node.id(), state);
      }
      whenUnhandled(matchAnyEvent((event, data) -> stay()));
      initialize();
    }
  }

  private static final class Instance implements ChartMachine {
    private final ActorSystem system;
    private final TestActorRef<Fsm> actor;
    private final Signal[] signals;

    Instance(ActorSystem system, TestActorRef<Fsm> actor, List<Signal> signals) {
      this.system = system;
      this.actor = actor;
      this.signals = signals.toArray(new Signal[0]);
    }

    @Override
    public void send(int event) {
      actor.tell(signals[event], ActorRef.noSender());
    }

    @Override
    public String where() {
      return actor.underlyingActor().stateName();
    }

    @Override
    public Object kept() {
      return actor;
    }

    @Override
    public void close() {
      system.stop(actor);
    }
  }
}
