package dev.statute.runtime;

import dev.statute.step.Chart;
import java.util.List;
import java.util.Random;

/**
 * Random charts with all kinds of stored state: data, timers, delayed sends, calls answered at
 * once, late or never, tasks, children and sends. An answer triggers no transition, which excludes
 * endless loops; timers of different instances are never due at one instant, because their order is
 * undefined.
 */
final class RandomDurableCharts {
  static final List<String> EVENTS = List.of("a", "b", "c", "d");

  private final Random random;
  private final int states;
  private final StringBuilder text = new StringBuilder();

  private RandomDurableCharts(Random random) {
    this.random = random;
    this.states = 3 + random.nextInt(4);
  }

  /** Returns the invoked chart. */
  static Chart child() {
    return RuntimeTestCharts.chart(
        """
        chart: child
        data: { n: 0 }
        states:
          working:
            exit: [ { emit: { child_left: { n: data.n } } } ]
            entry: [ { send: { event: heard, to: "#parent" } } ]
            after: { 9300ms: finished }
          finished: { final: true, output: { n: data.n + 1 } }
        """);
  }

  static Chart chart(Random random) {
    return RuntimeTestCharts.chart(new RandomDurableCharts(random).text());
  }

  private String text() {
    text.append("chart: random\ndata: { n: 0, last: null }\n");
    if (random.nextInt(3) == 0) {
      int seconds = 5 + random.nextInt(12);
      text.append("after: { ").append(seconds).append("s: s").append(any()).append(" }\n");
    }
    text.append("states:\n");
    for (int n = 0; n < states; n++) {
      state(n, "  ", n > 0 && random.nextInt(4) == 0);
    }
    if (random.nextBoolean()) {
      text.append("  end: { final: true, output: { n: data.n } }\n");
    }
    return text.toString();
  }

  private void state(int n, String indent, boolean isCompound) {
    String in = indent + "  ";
    text.append(indent).append("s").append(n).append(":\n");
    text.append(in).append("entry: [ ").append(action("in" + n)).append(" ]\n");
    text.append(in).append("exit: [ ").append(action("out" + n)).append(" ]\n");
    invoke(n, in);
    text.append(in).append("on:\n");
    for (String event : EVENTS) {
      if (random.nextInt(3) > 0) {
        text.append(in).append("  ").append(event).append(": ").append(transition()).append("\n");
      }
    }
    text.append(in).append("  done.call.*: { do: [ { assign: { last: event.value } } ] }\n");
    text.append(in).append("  done.invoke.*: { do: [ { emit: { done: { n: data.n } } } ] }\n");
    text.append(in).append("  heard: { do: [ { emit: { heard: { n: data.n } } } ] }\n");
    text.append(in).append("  error.*: ").append(transition()).append("\n");
    if (random.nextInt(3) == 0) {
      int seconds = 1 + random.nextInt(12);
      text.append(in).append("after: { ").append(seconds).append("s: s").append(any());
      text.append(" }\n");
    }
    if (isCompound) {
      text.append(in).append("states:\n");
      text.append(in).append("  x").append(n).append(": { on: { c: y").append(n).append(" } }\n");
      text.append(in).append("  y").append(n).append(": { after: { 3s: x").append(n);
      text.append(" } }\n");
    }
  }

  private void invoke(int n, String in) {
    switch (random.nextInt(5)) {
      case 0 ->
          text.append(in)
              .append(
                  "invoke: { task: slow, id: t" + n + ", with: { n: data.n }, timeout: 8200ms }\n");
      case 1 ->
          text.append(in)
              .append(
                  "invoke: { chart: child, id: c"
                      + n
                      + ", with: { n: data.n }, timeout: "
                      + (random.nextBoolean() ? "5100ms" : "1h")
                      + " }\n");
      case 2 -> text.append(in).append("invoke: { task: quick, id: q" + n + " }\n");
      default -> {}
    }
  }

  private String transition() {
    return switch (random.nextInt(4)) {
      case 0 -> "{ to: s" + any() + ", do: [ " + action("on") + " ] }";
      case 1 -> "{ do: [ " + action("stay") + " ] }";
      default -> "s" + any();
    };
  }

  private String action(String word) {
    String count = "{ assign: { n: data.n + 1 } }";
    return switch (random.nextInt(8)) {
      case 0 -> count + ", { call: { handler: quick, with: { n: data.n } } }";
      case 1 -> count + ", { call: { handler: slow } }";
      case 2 -> count + ", { send: { event: heard, to: other, data: { n: data.n } } }";
      case 3 -> "{ send: { event: c, after: " + (1 + random.nextInt(9)) + "s } }";
      default -> count + ", { emit: { " + word + ": { n: data.n } } }";
    };
  }

  private int any() {
    return random.nextInt(states);
  }
}
