package dev.statute.bench.chat;

import dev.statute.bench.chat.ChatProgram.ChatEvent;
import dev.statute.bench.chat.ChatProgram.ChatState;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Table of one chat in several libraries: lines of code of its program, processor time of an event,
 * and events after which its state or data differ from those of the chart. A chat that ends is
 * started again by the next event.
 */
public final class ChatTable {
  private static final int COMPARED = 20_000;
  private static final int WARM_UP = Integer.getInteger("warmup", 200_000);
  private static final int MEASURED = Integer.getInteger("events", 200_000);
  private static final int MAX_PAUSE_SECONDS = 240;
  private static final String SOURCES = "engine/benchmarks/src/main/java/dev/statute/bench/chat/";
  private static final Pattern NO_CODE =
      Pattern.compile("\\s*|(import|package) .*|\\s*(//|/\\*|\\*|#|@Override).*|[\\s)}\\];]*");
  private static final List<String> EVENTS =
      List.of(
          "ProcessInteraction",
          "ProcessInteraction",
          "PartialResponse",
          "PartialResponse",
          "InteractionComplete",
          "InteractionComplete",
          "Pause",
          "Ping",
          "Shutdown",
          "Error",
          "Cancel");
  private static final List<Column> COLUMNS =
      List.of(
          new Column(
              "statute",
              StatuteChat::new,
              List.of("charts/chat-actor.yaml", SOURCES + "StatuteChat.java")),
          new Column("stateless4j", StatelessChat::new, List.of(SOURCES + "StatelessChat.java")),
          new Column("spring", SpringChat::new, List.of(SOURCES + "SpringChat.java")));

  /** Program of a library; its files are named from the root of the project. */
  private record Column(String library, ChatProgram.Starter starter, List<String> files) {}

  private ChatTable() {}

  public static void main(String[] args) throws IOException {
    List<ChatEvent> compared = draw(1, COMPARED);
    List<ChatEvent> measured = draw(2, MEASURED);
    List<ChatState> expected = states(COLUMNS.get(0), compared);
    System.out.printf("%-12s %6s %10s  %s%n", "library", "lines", "ns/event", "differences");
    for (Column column : COLUMNS) {
      List<ChatState> states = states(column, compared);
      String first = "";
      int differences = 0;
      for (int i = 0; i < states.size(); i++) {
        if (!states.get(i).equals(expected.get(i)) && differences++ == 0) {
          first =
              ", first after %d %s: %s, the chart %s"
                  .formatted(i, compared.get(i).name(), states.get(i), expected.get(i));
        }
      }
      play(column, draw(3, WARM_UP), null);
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadCpuTime();
      play(column, measured, null);
      double nanos = (threads.getCurrentThreadCpuTime() - before) / (double) measured.size();
      System.out.printf(
          Locale.ROOT,
          "%-12s %6d %10.0f  %d of %d%s%n",
          column.library,
          lines(column),
          nanos,
          differences,
          states.size(),
          first);
    }
  }

  private static List<ChatState> states(Column column, List<ChatEvent> events) {
    List<ChatState> states = new ArrayList<>();
    play(column, events, states);
    return states;
  }

  /**
   * Plays events, in as many lives as they need.
   *
   * @param states receives the state after each event; null = it is not asked for
   */
  private static void play(
      Column column, List<ChatEvent> events, @Nullable List<ChatState> states) {
    ChatProgram chat = column.starter.start(0, Instant.EPOCH);
    for (ChatEvent event : events) {
      chat.handle(event);
      ChatState state = chat.state();
      if (states != null) {
        states.add(state);
      }
      if (state.isFinal()) {
        chat = column.starter.start(state.interactions(), event.at());
      }
    }
  }

  private static List<ChatEvent> draw(long seed, int count) {
    Random random = new Random(seed);
    List<ChatEvent> events = new ArrayList<>();
    Instant at = Instant.EPOCH;
    for (int i = 0; i < count; i++) {
      at = at.plusSeconds(random.nextInt(MAX_PAUSE_SECONDS));
      if (random.nextInt(20) == 0) {
        at = at.plusSeconds(700);
      }
      String name = EVENTS.get(random.nextInt(EVENTS.size()));
      events.add(new ChatEvent(name, payload(name, random), at));
    }
    return events;
  }

  private static Map<String, Object> payload(String event, Random random) {
    return switch (event) {
      case "ProcessInteraction" ->
          Map.of("user_id", new UUID(random.nextLong(), random.nextLong()).toString());
      case "PartialResponse" -> Map.of("text", "word ");
      case "InteractionComplete" -> Map.of("success", random.nextInt(4) > 0);
      case "Cancel" -> Map.of("reason", "enough");
      default -> Map.of();
    };
  }

  /** Counts lines with code: without comments, imports, and lines of brackets. */
  private static long lines(Column column) throws IOException {
    Path root = Path.of(System.getProperty("statute.root"));
    long lines = 0;
    for (String file : column.files) {
      for (String line : Files.readAllLines(root.resolve(file))) {
        if (!NO_CODE.matcher(line).matches()) {
          lines++;
        }
      }
    }
    return lines;
  }
}
