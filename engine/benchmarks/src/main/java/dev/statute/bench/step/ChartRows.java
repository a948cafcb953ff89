package dev.statute.bench.step;

import static dev.statute.bench.step.ChartPlan.Node.atomic;
import static dev.statute.bench.step.ChartPlan.Node.compound;
import static dev.statute.bench.step.ChartPlan.Node.parallel;

import dev.statute.bench.step.ChartPlan.Node;
import dev.statute.bench.step.ChartPlan.Signal;
import java.util.ArrayList;
import java.util.List;

/** Rows of the table: the measured charts. */
final class ChartRows {
  /** Rows in the order of the table. */
  static final List<ChartRow> ALL =
      List.of(
          chat(),
          media(),
          session(),
          depth(4),
          depth(16),
          depth(64),
          regions(2),
          regions(8),
          regions(32));

  private ChartRows() {}

  static ChartRow named(String name) {
    return ALL.stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no row is called " + name));
  }

  /** Shipped chart chat-actor without its actions; an ended chat can be opened again. */
  private static ChartRow chat() {
    Node root =
        compound(
            "chat",
            ends(atomic("idle"))
                .on("ProcessInteraction", "running")
                .on("Pause", "paused")
                .on("InactivityTimeout", "completed"),
            ends(atomic("running"))
                .onSuccess("InteractionComplete", "idle")
                .on("InteractionComplete", "error")
                .on("Pause", "paused"),
            ends(atomic("paused"))
                .on("ProcessInteraction", "idle")
                .on("InactivityTimeout", "completed"),
            atomic("error").on("Reopen", "idle"),
            atomic("cancelled").on("Reopen", "idle"),
            atomic("completed").on("Reopen", "idle"));
    List<Signal> events =
        List.of(
            new Signal("ProcessInteraction"),
            new Signal("Pause"),
            new Signal("InactivityTimeout"),
            new Signal("InteractionComplete", true),
            new Signal("InteractionComplete", false),
            new Signal("Shutdown"),
            new Signal("Error"),
            new Signal("Cancel"),
            new Signal("Reopen"),
            new Signal("Ping"));
    return new ChartRow(
        "a", "flat, one guard", new ChartPlan("chat", events, root), HandWrittenMachines::chat);
  }

  private static Node ends(Node state) {
    return state.on("Shutdown", "completed").on("Error", "error").on("Cancel", "cancelled");
  }

  /** Two independent regions. */
  private static ChartRow media() {
    Node root =
        compound(
            "media",
            atomic("off").on("power", "on"),
            parallel(
                    "on",
                    compound(
                        "net", atomic("down").on("connect", "up"), atomic("up").on("drop", "down")),
                    compound(
                        "job",
                        atomic("waiting").on("begin", "busy"),
                        atomic("busy").on("finish", "waiting")))
                .on("power", "off"));
    List<Signal> events = signals("power", "connect", "drop", "begin", "finish");
    return new ChartRow(
        "b", "parallel", new ChartPlan("media", events, root), HandWrittenMachines::media);
  }

  /**
   * Three regions, one nested; reset is handled in each; stop inside one region wins over stop
   * outside.
   */
  private static ChartRow session() {
    Node active =
        compound(
                "active",
                atomic("reading").on("next", "writing"),
                atomic("writing").on("next", "reading").on("stop", "reading").on("abort", "off"))
            .on("pause", "idle")
            .on("reset", "idle");
    Node work =
        parallel(
                "work",
                compound("task", atomic("idle").on("begin", "active"), active),
                compound(
                    "net",
                    atomic("down").on("connect", "up"),
                    atomic("up").on("drop", "down").on("reset", "down")),
                compound(
                    "log",
                    atomic("quiet").on("toggle", "chatty"),
                    atomic("chatty").on("toggle", "quiet").on("reset", "quiet")))
            .on("stop", "off");
    List<Signal> events =
        signals(
            "start", "begin", "next", "pause", "connect", "drop", "toggle", "reset", "abort",
            "stop");
    Node root = compound("session", atomic("off").on("start", "work"), work);
    return new ChartRow(
        "c",
        "parallel, nested, shared",
        new ChartPlan("session", events, root),
        HandWrittenMachines::session);
  }

  /** Chain of states; flip is handled by the innermost, home by the outermost. */
  private static ChartRow depth(int depth) {
    Node inner = compound("s" + depth, atomic("a").on("flip", "b"), atomic("b").on("flip", "a"));
    for (int i = depth - 1; i > 0; i--) {
      inner = compound("s" + i, inner);
    }
    ChartPlan plan =
        new ChartPlan("depth", signals("flip", "home"), compound("depth", inner.on("home", "a")));
    return new ChartRow("d" + depth, "depth " + depth, plan, HandWrittenMachines::depth);
  }

  /** Regions of two states each, flipped one by one and reset together. */
  private static ChartRow regions(int count) {
    List<Node> regions = new ArrayList<>();
    List<Signal> events = new ArrayList<>(List.of(new Signal("reset")));
    for (int i = 0; i < count; i++) {
      regions.add(
          compound(
              "r" + i,
              atomic("a" + i).on("flip" + i, "b" + i),
              atomic("b" + i).on("flip" + i, "a" + i).on("reset", "a" + i)));
      events.add(new Signal("flip" + i));
    }
    Node root = compound("regions", parallel("all", regions.toArray(new Node[0])));
    return new ChartRow(
        "e" + count,
        count + " regions",
        new ChartPlan("regions", List.copyOf(events), root),
        () -> HandWrittenMachines.regions(count));
  }

  private static List<Signal> signals(String... names) {
    List<Signal> signals = new ArrayList<>();
    for (String name : names) {
      signals.add(new Signal(name));
    }
    return List.copyOf(signals);
  }
}
