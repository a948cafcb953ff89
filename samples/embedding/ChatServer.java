import dev.statute.runtime.Engine;
import dev.statute.runtime.InstanceHandle;
import dev.statute.runtime.Listener;
import dev.statute.runtime.ManualClock;
import dev.statute.step.Outcome;
import dev.statute.Statute;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A chat server in one file: one instance of {@code charts/chat-actor.yaml} per chat, which handles
 * commands and ends after ten minutes of inactivity. The clock is a manual one, so that the sample
 * does not take ten minutes.
 */
public class ChatServer {
  public static void main(String[] arguments) {
    Path root = Path.of(arguments.length > 0 ? arguments[0] : ".");
    ManualClock clock = new ManualClock();
    List<String> log = new ArrayList<>();
    Listener listener =
        new Listener() {
          @Override
          public void onStateChanged(String chat, String from, String to, String reason) {
            log.add(chat + ": " + from + " -> " + to);
          }

          @Override
          public void onEmit(String chat, String type, Map<String, ?> data) {
            log.add(chat + ": " + type + " " + data);
          }
        };
    // the chart with the rules that it names
    try (Statute statute = Statute.load(root.resolve("charts/chat-actor.yaml"));
        Engine engine = statute.engine().clock(clock).sameThread().listener(listener).build()) {
      engine.spawn("chat-7", "chat-actor").join();
      InstanceHandle chat = engine.instance("chat-7");

      chat.ask("ProcessInteraction", Map.of("user_id", "4be0643f-1d98-573b-97cd-ca98a65347dd"));
      chat.ask("InteractionComplete", Map.of("success", true));
      Outcome refused = chat.ask("ProcessInteraction", Map.of("user_id", "me"));
      log.add("refused: " + refused.message());

      clock.advance(Duration.ofMinutes(10));
      log.add("then: " + chat.ask("Pause").code());
    }
    log.forEach(System.out::println);
    if (!log.contains("then: finished")) {
      throw new IllegalStateException("the chat should have ended: " + log);
    }
  }
}
