package dev.statute.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.json.JsonText;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.ManualClock;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Service on the shipped chart in one thread, and payloads to give to it. */
final class GuardedAgent implements AutoCloseable {
  final List<AgentHalt> halts = new ArrayList<>();
  final HookService hooks;
  final Engine engine;
  private final Statute statute;
  private final String chart;

  /** Creates a service with a profile of the shipped rules. */
  GuardedAgent(String profile) {
    this(profile, new MemoryStore());
  }

  /** Creates a service with a profile of the shipped rules and settings in place of the chart's. */
  GuardedAgent(String profile, Map<String, String> settings) {
    this(
        Statute.loader()
            .profile(profile)
            .settings(settings)
            .fromClassPath("statute/charts/supervised.yaml"),
        new MemoryStore());
  }

  /** Creates a service on a store that may hold sessions already. */
  GuardedAgent(String profile, InstanceStore store) {
    this(Statute.loader().profile(profile).fromClassPath("statute/charts/supervised.yaml"), store);
  }

  /** Creates a service on the only chart that was loaded. */
  GuardedAgent(Statute statute, InstanceStore store) {
    this.statute = statute;
    chart = statute.charts().get(0).chart().name();
    EngineBuilder builder =
        statute.engine().sameThread().clock(new ManualClock(Instant.EPOCH)).store(store);
    hooks = HookService.on(builder);
    builder.listener(HookService.haltListener(halts::add));
    engine = builder.build();
  }

  /** Gives a payload and returns the reply; null if it is empty. */
  @Nullable Map<String, @Nullable Object> hook(String vendor, Map<String, ?> payload) {
    return hook(vendor, JsonText.write(payload));
  }

  @Nullable Map<String, @Nullable Object> hook(String vendor, String payload) {
    String body = hooks.answer(chart, vendor, payload).join();
    return body.isEmpty() ? null : JsonText.object(body);
  }

  /** Returns the lines of recorded payloads of a program. */
  static List<String> recorded(String name) throws IOException {
    try (InputStream in = GuardedAgent.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  List<String> configuration(String instance) {
    return engine.instance(instance).snapshot().configuration();
  }

  /** Makes a map of alternating keys and values, in order. */
  static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  /** Proposes a command as Claude Code does; returns whether it was denied. */
  boolean proposes(String session, String command) {
    return hook("claude-code", claude(session, "PreToolUse", command)) != null;
  }

  /** Reports a failed command as Claude Code does. */
  @Nullable Map<String, @Nullable Object> fails(String session, String command, String error) {
    Map<String, Object> payload = claude(session, "PostToolUseFailure", command);
    payload.put("error", "Exit code 1\n" + error);
    return hook("claude-code", payload);
  }

  /** Reports a successful command as Claude Code does. */
  @Nullable Map<String, @Nullable Object> succeeds(String session, String command, String output) {
    Map<String, Object> payload = claude(session, "PostToolUse", command);
    payload.put("tool_response", map("stdout", output, "stderr", "", "interrupted", false));
    return hook("claude-code", payload);
  }

  static Map<String, Object> claude(String session, String event, String command) {
    return map(
        "session_id",
        session,
        "hook_event_name",
        event,
        "tool_name",
        "Bash",
        "tool_input",
        map("command", command));
  }

  @Override
  public void close() {
    engine.close();
    statute.close();
  }
}
