package dev.statute.bench.chat;

import dev.statute.ChartLoader;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The shipped chart with its rules; each event gives an outcome with a trace. */
final class StatuteChat implements ChatProgram {
  private static final Interpreter CHART =
      ChartLoader.standard()
          .open(Path.of(System.getProperty("statute.root"), "charts", "chat-actor.yaml"))
          .get();

  private Snapshot snapshot;

  StatuteChat(long interactions, Instant now) {
    snapshot = CHART.start("chat", Map.of("interactions", interactions), now).snapshot();
  }

  @Override
  public void handle(ChatEvent event) {
    List<Step> steps =
        CHART.handle(snapshot, new Input.Event(event.name(), event.payload()), event.at());
    snapshot = steps.get(steps.size() - 1).snapshot();
  }

  @Override
  public ChatState state() {
    Map<String, ?> data = snapshot.data();
    return new ChatState(
        snapshot.configuration().get(0),
        String.valueOf(data.get("partial_response")),
        data.get("interactions") instanceof Long interactions ? interactions : 0,
        data.get("pending") instanceof Map<?, ?> pending
            ? String.valueOf(pending.get("user_id"))
            : null);
  }
}
