package dev.statute.bench.chat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.statemachine.ExtendedState;
import org.springframework.statemachine.StateContext;
import org.springframework.statemachine.StateMachine;
import org.springframework.statemachine.action.Action;
import org.springframework.statemachine.config.StateMachineBuilder;
import org.springframework.statemachine.config.StateMachineFactory;
import org.springframework.statemachine.guard.Guard;
import reactor.core.publisher.Mono;

/**
 * Spring Statemachine: data are variables of the extended state. Its timers run by the machine's
 * clock, so the timer is a field.
 */
final class SpringChat implements ChatProgram {
  private static final Duration INACTIVITY = Duration.ofMinutes(10);
  private static final List<String> LIVE = List.of("idle", "running", "paused");
  private static final String PAYLOAD = "payload";
  private static final Action<String, String> NOTHING = context -> {};
  private static final StateMachineFactory<String, String> FACTORY = factory();

  private final StateMachine<String, String> machine = FACTORY.getStateMachine();
  private @Nullable Instant due;

  SpringChat(long interactions, Instant now) {
    machine.getExtendedState().getVariables().put("interactions", interactions);
    machine.getExtendedState().getVariables().put("partial", "");
    machine.startReactively().block();
    due = now.plus(INACTIVITY);
  }

  private static StateMachineFactory<String, String> factory() {
    try {
      StateMachineBuilder.Builder<String, String> builder = StateMachineBuilder.builder();
      builder.configureConfiguration().withConfiguration().autoStartup(false);
      builder
          .configureStates()
          .withStates()
          .initial("idle")
          .state("running")
          .state("paused")
          .end("error")
          .end("cancelled")
          .end("completed");
      Guard<String, String> success =
          context -> Boolean.TRUE.equals(payload(context).get("success"));
      transition(builder, "idle", "ProcessInteraction", "running", null, SpringChat::begin);
      transition(builder, "paused", "ProcessInteraction", "idle", null, SpringChat::postpone);
      transition(builder, "running", "PartialResponse", "running", null, SpringChat::hear);
      transition(builder, "running", "InteractionComplete", "idle", success, NOTHING);
      transition(
          builder,
          "running",
          "InteractionComplete",
          "error",
          context -> !success.evaluate(context),
          NOTHING);
      transition(builder, "idle", "Pause", "paused", null, NOTHING);
      transition(builder, "running", "Pause", "paused", null, NOTHING);
      transition(builder, "idle", "InactivityTimeout", "completed", null, NOTHING);
      transition(builder, "paused", "InactivityTimeout", "completed", null, NOTHING);
      for (String state : LIVE) {
        transition(builder, state, "Shutdown", "completed", null, NOTHING);
        transition(builder, state, "Error", "error", null, NOTHING);
        transition(builder, state, "Cancel", "cancelled", null, NOTHING);
      }
      return builder.createFactory();
    } catch (Exception e) { // declared by its interfaces
      throw new IllegalStateException(e);
    }
  }

  private static void transition(
      StateMachineBuilder.Builder<String, String> builder,
      String from,
      String event,
      String to,
      @Nullable Guard<String, String> guard,
      Action<String, String> action)
      throws Exception {
    var transition =
        builder
            .configureTransitions()
            .withExternal()
            .source(from)
            .target(to)
            .event(event)
            .action(action);
    if (guard != null) {
      transition.guard(guard);
    }
  }

  private static Map<?, ?> payload(StateContext<String, String> context) {
    return (Map<?, ?>) context.getMessageHeader(PAYLOAD);
  }

  private static void begin(StateContext<String, String> context) {
    Map<Object, Object> data = context.getExtendedState().getVariables();
    data.merge("interactions", 1L, (before, one) -> (Long) before + 1);
    data.put("partial", "");
    data.remove("pending");
  }

  private static void postpone(StateContext<String, String> context) {
    context.getExtendedState().getVariables().put("pending", payload(context).get("user_id"));
  }

  private static void hear(StateContext<String, String> context) {
    context
        .getExtendedState()
        .getVariables()
        .merge("partial", "", (before, none) -> before + (String) payload(context).get("text"));
  }

  @Override
  public void handle(ChatEvent event) {
    if (due != null && !event.at().isBefore(due)) {
      send("InactivityTimeout", Map.of(), due);
    }
    send(event.name(), event.payload(), event.at());
  }

  private void send(String event, Map<String, Object> payload, Instant at) {
    Message<String> message = MessageBuilder.withPayload(event).setHeader(PAYLOAD, payload).build();
    machine.sendEvent(Mono.just(message)).blockLast();
    String state = machine.getState().getId();
    due = state.equals("idle") || state.equals("paused") ? at.plus(INACTIVITY) : null;
  }

  @Override
  public ChatState state() {
    ExtendedState data = machine.getExtendedState();
    return new ChatState(
        machine.getState().getId(),
        data.get("partial", String.class),
        data.get("interactions", Long.class),
        data.get("pending", String.class));
  }
}
