package dev.statute.flink;

import dev.statute.json.JsonText;
import dev.statute.json.StoreJson;
import dev.statute.problem.Problem;
import dev.statute.step.Effect;
import java.io.Serializable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Output line of one instance of a fleet. Instance, sequence and position together name it: a sink
 * without transactions drops repetitions by them.
 *
 * @param instance id of the instance; empty for a problem of a rules update
 * @param at instant of the step in milliseconds since 1970; 0 for a problem
 * @param sequence number of the instance's committed steps; 0 for a problem
 * @param position position among the outputs of one step
 * @param kind kind of the outcome or of the effect, pattern of the finding, or code of the problem
 * @param text one line of JSON
 */
public record FleetOutput(
    String instance, long at, long sequence, int position, String kind, String text)
    implements Serializable {

  static FleetOutput ofProblem(
      String instance, int position, Problem problem, @Nullable FleetLine line) {
    return new FleetOutput(instance, 0, 0, position, problem.code(), text(problem, line));
  }

  private static String text(Problem problem, @Nullable FleetLine line) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("severity", problem.isError() ? "error" : "warning");
    all.put("code", problem.code());
    all.put("place", problem.place().toString());
    all.put("message", problem.message());
    all.put("fix", problem.fix());
    if (line != null) {
      all.put("chart", line.chart());
      all.put("line", line.text());
    }
    return JsonText.write(all);
  }

  /**
   * Returns the line that delivers this {@code send} to its recipient, at the instant of the step
   * that sent it. Its id lets the recipient drop repetitions.
   *
   * @param chart chart with which the recipient starts if it does not exist yet
   * @throws IllegalArgumentException if this is no send to an instance by its id
   */
  public FleetLine delivery(String chart) {
    if (!kind.equals("send")
        || !(StoreJson.effect(text) instanceof Effect.Send send)
        || send.to().startsWith("#")) {
      throw new IllegalArgumentException("no send to an instance: " + this);
    }
    return line(send.to(), chart, Instant.ofEpochMilli(at), send.event(), send.data());
  }

  /**
   * Returns the line that answers this {@code call} with the event {@code done.call.<handler>}. A
   * second answer is a duplicate.
   *
   * @param at instant of the answer; null = as the element's timestamp says
   * @param data payload of the event
   * @throws IllegalArgumentException if this is no call
   */
  public FleetLine answer(String chart, @Nullable Instant at, Map<String, ?> data) {
    return answer("done.call.", chart, at, data);
  }

  /**
   * Returns the line that answers this {@code call} with the event {@code error.call.<handler>}, as
   * {@link #answer}.
   */
  public FleetLine failure(String chart, @Nullable Instant at, Map<String, ?> data) {
    return answer("error.call.", chart, at, data);
  }

  private FleetLine answer(String prefix, String chart, @Nullable Instant at, Map<String, ?> data) {
    if (!kind.equals("call") || !(StoreJson.effect(text) instanceof Effect.Call call)) {
      throw new IllegalArgumentException("no call: " + this);
    }
    return line(instance, chart, at, prefix + call.handler(), data);
  }

  private FleetLine line(
      String to, String chart, @Nullable Instant at, String event, Map<String, ?> data) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (at != null) {
      all.put("at", at.toString());
    }
    all.put("event", event);
    all.put("data", data);
    all.put("id", instance + '/' + sequence + '/' + position);
    return new FleetLine(to, chart, JsonText.write(all));
  }
}
