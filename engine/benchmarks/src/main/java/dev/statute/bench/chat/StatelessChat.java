package dev.statute.bench.chat;

import com.github.oxo42.stateless4j.StateMachine;
import com.github.oxo42.stateless4j.StateMachineConfig;
import com.github.oxo42.stateless4j.delegates.Action1;
import com.github.oxo42.stateless4j.delegates.Func2;
import com.github.oxo42.stateless4j.triggers.TriggerWithParameters1;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** stateless4j: data and timer are fields, as the library has neither. */
final class StatelessChat implements ChatProgram {
  private static final Duration INACTIVITY = Duration.ofMinutes(10);
  private static final List<String> LIVE = List.of("idle", "running", "paused");
  private static final Map<String, TriggerWithParameters1<Call, String>> TRIGGERS = new HashMap<>();
  private static final StateMachineConfig<String, String> CONFIG = config();

  /** Argument of a transition: the chat, and the payload of the event. */
  private record Call(StatelessChat chat, Map<String, Object> payload) {}

  private final StateMachine<String, String> machine = new StateMachine<>("idle", CONFIG);
  private long interactions;
  private String partial = "";
  private @Nullable String pending;
  private @Nullable Instant due;

  StatelessChat(long interactions, Instant now) {
    this.interactions = interactions;
    due = now.plus(INACTIVITY);
    machine.onUnhandledTrigger((state, trigger) -> {});
  }

  private static StateMachineConfig<String, String> config() {
    StateMachineConfig<String, String> config = new StateMachineConfig<>();
    permit(config, "idle", "ProcessInteraction", call -> "running", StatelessChat::begin);
    permit(config, "paused", "ProcessInteraction", call -> "idle", StatelessChat::postpone);
    permit(config, "running", "PartialResponse", call -> "running", StatelessChat::hear);
    permit(
        config,
        "running",
        "InteractionComplete",
        call -> Boolean.TRUE.equals(call.payload.get("success")) ? "idle" : "error",
        call -> {});
    permit(config, "idle", "Pause", call -> "paused", call -> {});
    permit(config, "running", "Pause", call -> "paused", call -> {});
    permit(config, "idle", "InactivityTimeout", call -> "completed", call -> {});
    permit(config, "paused", "InactivityTimeout", call -> "completed", call -> {});
    for (String state : LIVE) {
      permit(config, state, "Shutdown", call -> "completed", call -> {});
      permit(config, state, "Error", call -> "error", call -> {});
      permit(config, state, "Cancel", call -> "cancelled", call -> {});
    }
    return config;
  }

  private static void permit(
      StateMachineConfig<String, String> config,
      String from,
      String event,
      Func2<Call, String> to,
      Action1<Call> action) {
    config
        .configure(from)
        .permitDynamic(
            TRIGGERS.computeIfAbsent(event, name -> new TriggerWithParameters1<>(name, Call.class)),
            to,
            action);
  }

  private static void begin(Call call) {
    call.chat.interactions++;
    call.chat.partial = "";
    call.chat.pending = null;
  }

  private static void postpone(Call call) {
    call.chat.pending = (String) call.payload.get("user_id");
  }

  private static void hear(Call call) {
    call.chat.partial += call.payload.get("text");
  }

  @Override
  public void handle(ChatEvent event) {
    if (due != null && !event.at().isBefore(due)) {
      fire("InactivityTimeout", Map.of(), due);
    }
    fire(event.name(), event.payload(), event.at());
  }

  private void fire(String event, Map<String, Object> payload, Instant at) {
    TriggerWithParameters1<Call, String> trigger = TRIGGERS.get(event);
    if (trigger != null && machine.canFire(event)) {
      machine.fire(trigger, new Call(this, payload));
    }
    String state = machine.getState();
    due = state.equals("idle") || state.equals("paused") ? at.plus(INACTIVITY) : null;
  }

  @Override
  public ChatState state() {
    return new ChatState(machine.getState(), partial, interactions, pending);
  }
}
