package dev.statute.cli.internal.store;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.TextTable;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.json.JsonText;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceAdministration.Denied;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceAdministration.Pruned;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Life;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StreamEvent;
import dev.statute.turns.store.TurnStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Contents of a store as text and as lines of JSON. */
public final class StoreText {
  private StoreText() {}

  static void charts(Console console, List<ChartUse> charts, boolean json) {
    TextTable table = new TextTable("chart", ">version", ">live", ">all", "hash");
    for (ChartUse chart : charts) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("chart", chart.name());
        line.put("version", chart.version());
        line.put("live", chart.live());
        line.put("all", chart.all());
        line.put("hash", chart.hash());
        console.printLine(JsonText.write(line));
      } else {
        table.row(
            List.of(
                chart.name(),
                Integer.toString(chart.version()),
                Long.toString(chart.live()),
                Long.toString(chart.all()),
                chart.hash()),
            TextTable.Mark.NONE);
      }
    }
    if (!json) {
      table.print(console.out(), console.style());
    }
  }

  /**
   * Returns the text of a stored chart.
   *
   * @param wanted its name, or the beginning of its hash
   */
  static String chart(InstanceStore store, String wanted) {
    List<ChartUse> found =
        store.charts().stream()
            .filter(
                use ->
                    use.name().equals(wanted)
                        || use.hash().startsWith(wanted)
                        || use.hash().startsWith("sha256:" + wanted))
            .toList();
    if (found.size() != 1) {
      throw new UsageException(
          found.isEmpty()
              ? "there is no chart '" + wanted + "' here; 'statute store ls --charts' lists them"
              : "'%s' may be one of these charts, say which by its hash: %s"
                  .formatted(
                      wanted,
                      found.stream()
                          .map(use -> use.name() + " " + use.version() + " " + use.hash())
                          .collect(Collectors.joining(", "))));
    }
    String text = store.chartText(found.get(0).hash());
    if (text == null) {
      throw new UsageException(
          "the store has no text of '" + wanted + "', because a program made this chart");
    }
    return text;
  }

  static void instances(Console console, List<InstanceSummary> all, boolean json) {
    TextTable table =
        new TextTable(
            "instance",
            "status",
            "chart",
            "state",
            ">waiting",
            ">owing",
            "due",
            "denied",
            "held by",
            "why");
    for (InstanceSummary each : all) {
      if (json) {
        console.printLine(JsonText.write(toJson(each)));
      } else {
        table.row(
            List.of(
                each.id(),
                statusWord(each.status()),
                each.chart() + " " + each.version(),
                String.join(", ", each.configuration()),
                Integer.toString(each.waiting()),
                Integer.toString(each.owing()),
                text(each.due()),
                each.denied().stream().map(StoreText::denialText).collect(Collectors.joining("; ")),
                text(each.holder()),
                text(each.reason())),
            statusMark(each.status()));
      }
    }
    if (!json) {
      table.print(console, "no instances");
    }
  }

  /** Prints earlier lives, numbered from the oldest. */
  static void printLives(Console console, List<Life> lives, boolean json) {
    TextTable table = new TextTable(">life", "chart", "ended in", "until", "data");
    for (int n = 1; n <= lives.size(); n++) {
      Life life = lives.get(n - 1);
      Map<String, @Nullable Object> snapshot = life.snapshot();
      if (json) {
        console.printLine(JsonText.write(toJson(n, life)));
      } else {
        table.row(
            List.of(
                Integer.toString(n),
                snapshot.get("chart") + " " + snapshot.get("version"),
                snapshot.get("configuration") instanceof List<?> states
                    ? states.stream().map(String::valueOf).collect(Collectors.joining(", "))
                    : "",
                life.until().toString(),
                JsonText.write(snapshot.get("data"))),
            TextTable.Mark.NONE);
      }
    }
    if (!json) {
      table.print(console, "no earlier lives");
    }
  }

  static Map<String, @Nullable Object> toJson(int number, Life life) {
    Map<String, @Nullable Object> line = new LinkedHashMap<>();
    line.put("life", number);
    line.put("revision", life.revision());
    line.put("until", life.until());
    line.put("snapshot", life.snapshot());
    return line;
  }

  private static Map<String, @Nullable Object> toJson(InstanceSummary each) {
    Map<String, @Nullable Object> line = new LinkedHashMap<>();
    line.put("id", each.id());
    line.put("status", statusWord(each.status()));
    line.put("chart", each.chart());
    line.put("version", each.version());
    line.put("configuration", each.configuration());
    line.put("revision", each.revision());
    line.put("changed", each.changed());
    line.put("due", each.due());
    line.put("waiting", each.waiting());
    line.put("owing", each.owing());
    line.put("holder", each.holder());
    line.put("reason", each.reason());
    line.put("denied", each.denied().stream().map(StoreText::toJson).toList());
    return line;
  }

  private static Map<String, Object> toJson(Denied denied) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put(denied.kind(), denied.name());
    one.put("times", denied.times());
    one.put("due", denied.due());
    return one;
  }

  private static String denialText(Denied denied) {
    String times = denied.times() == 1 ? "once" : denied.times() + " times";
    return "%s '%s' %s, offered again at %s"
        .formatted(denied.kind(), denied.name(), times, denied.due());
  }

  /**
   * Prints all stored data of an instance.
   *
   * @param kind name of the id in JSON
   */
  public static void instanceJson(
      Console console, String kind, String id, Map<String, @Nullable Object> all, boolean json) {
    if (json) {
      Map<String, @Nullable Object> named = new LinkedHashMap<>();
      named.put(kind, id);
      named.putAll(all);
      console.printLine(JsonText.write(named));
      return;
    }
    console.out().println(console.style().bold(id));
    all.forEach((key, value) -> print(console, 1, key, value));
  }

  private static void print(Console console, int depth, String key, @Nullable Object value) {
    String margin = "  ".repeat(depth);
    boolean deep =
        (value instanceof Map<?, ?> map && !map.isEmpty() && depth < 3)
            || (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance));
    if (!deep) {
      String text = value instanceof String word ? word : JsonText.write(value);
      console.out().println(margin + key + ": " + text);
    } else if (value instanceof Map<?, ?> map) {
      console.out().println(margin + key + ":");
      map.forEach((name, item) -> print(console, depth + 1, String.valueOf(name), item));
    } else if (value instanceof List<?> list) {
      console.out().println(margin + key + ":");
      list.forEach(item -> console.out().println(margin + "  - " + JsonText.write(item)));
    }
  }

  static String line(StreamEvent event) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("number", event.number());
    line.put("at", event.at());
    line.put("type", event.type());
    line.put("data", event.data());
    line.put("cause", event.cause());
    return JsonText.write(line);
  }

  private static String statusWord(Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private static TextTable.Mark statusMark(Status status) {
    return switch (status) {
      case LIVE -> TextTable.Mark.NONE;
      case DONE -> TextTable.Mark.GOOD;
      case PARKED -> TextTable.Mark.WARN;
      case QUARANTINED -> TextTable.Mark.BAD;
    };
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  /**
   * Members of an earlier life.
   *
   * @param number its number, from 1
   * @throws UsageException if there is no such life
   */
  static Map<String, @Nullable Object> lifeJson(List<Life> lives, String id, int number) {
    if (number < 1 || number > lives.size()) {
      throw new UsageException(
          "'"
              + id
              + "' has "
              + (lives.isEmpty() ? "no earlier life" : CountedNoun.of(lives.size(), "earlier life"))
              + " that is kept; there is no "
              + number);
    }
    return toJson(number, lives.get(number - 1));
  }

  /** Describes deleted rows in one line. */
  static String pruned(Pruned instances, TurnStore.Pruned turns) {
    return "dropped "
        + CountedNoun.of(instances.instances(), "instance")
        + ", "
        + CountedNoun.of(instances.inbox(), "handled event")
        + ", "
        + CountedNoun.of(instances.events(), "event")
        + " of streams; "
        + CountedNoun.of(turns.turns(), "turn")
        + ", "
        + CountedNoun.of(turns.inbox(), "row")
        + " of inboxes, "
        + CountedNoun.of(turns.events(), "event")
        + ", "
        + CountedNoun.of(turns.cards(), "card");
  }
}
