package dev.statute.turns;

import dev.statute.runtime.Reply;
import dev.statute.turns.internal.result.ValueMaps;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports of tool calls from the replies of their handlers. */
final class ReplyReports {
  private ReplyReports() {}

  static ToolReport failure(AwaitedCall call, String why) {
    return of(call, ToolStatus.FAILED, Map.of("error", why));
  }

  private static ToolReport of(AwaitedCall call, ToolStatus status, Map<String, ?> result) {
    return ToolReport.of(call.agent(), call.turn(), call.epoch(), call.id(), status, result);
  }

  static ToolReport of(AwaitedCall call, Reply reply) {
    Map<String, @Nullable Object> result = new LinkedHashMap<>();
    if (reply.value() instanceof Map<?, ?>) {
      result.putAll(ValueMaps.toMap(reply.value()));
    } else {
      result.put("value", reply.value());
    }
    if (reply.message() != null) {
      result.putIfAbsent("message", reply.message());
    }
    ToolStatus status = ToolStatus.SUCCESS;
    for (ToolStatus each : ToolStatus.values()) {
      status = each.word().equals(reply.status()) ? each : status;
    }
    return of(call, status, result);
  }
}
