package dev.statute.guard;

import dev.statute.guard.internal.session.GuardedSession;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.Place;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Halt of a supervised agent by its chart.
 *
 * @param instance id of the instance, {@code vendor:session} or {@code agent:session}
 * @param rule {@code pack#rule name} of the finding; empty if no finding led to the halt
 * @param place line of the rule; null if unknown
 * @param exitCode exit code for the agent's process, never 0
 */
public record AgentHalt(
    String instance, String reason, String rule, @Nullable Place place, int exitCode) {

  /**
   * Returns a halt.
   *
   * @param emitted data of the chart's event {@code halted}
   */
  static AgentHalt of(String instance, GuardedSession session, Map<String, ?> emitted) {
    String rule =
        emitted.get("finding") instanceof Map<?, ?> finding
                && finding.get("rule") instanceof String name
            ? name
            : "";
    ReportedFinding finding = session.finding(rule);
    long code = emitted.get("exit_code") instanceof Number number ? number.longValue() : 1;
    return new AgentHalt(
        instance,
        String.valueOf(emitted.get("reason")),
        rule,
        finding == null ? null : finding.place(),
        code >= 1 && code <= 255 ? (int) code : 1);
  }
}
