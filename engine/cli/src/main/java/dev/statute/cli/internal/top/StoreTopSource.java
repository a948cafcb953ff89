package dev.statute.cli.internal.top;

import dev.statute.cli.internal.store.StoreOpener;
import dev.statute.jdbc.JdbcStore;
import dev.statute.json.JsonText;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StreamEvent;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Instances and agents of a store, whoever works on them. */
final class StoreTopSource implements TopSource {
  private static final int EVENTS = 20;
  private static final int MAX_AGENTS = 500;

  private final String address;
  private final JdbcStore store;

  StoreTopSource(String address) {
    this.address = address;
    store = StoreOpener.open(address);
  }

  @Override
  public String name() {
    return address;
  }

  @Override
  public List<TopRow> rows() {
    List<TopRow> rows = new ArrayList<>();
    List<InstanceSummary> all = new ArrayList<>(StoreOpener.instances(store, List.of(), null));
    all.sort(Comparator.comparing(InstanceSummary::changed).reversed());
    for (InstanceSummary each : all) {
      rows.add(
          new TopRow(
              false,
              each.id(),
              each.chart() + " " + each.version(),
              String.join(" ", each.configuration()),
              each.status().name().toLowerCase(Locale.ROOT),
              each.due() == null ? "" : "until " + each.due(),
              finding(each)));
    }
    for (Head head : store.turns().heads("", MAX_AGENTS)) {
      rows.add(
          new TopRow(
              true,
              head.agent(),
              head.chart(),
              head.chartState(),
              head.status().word(),
              head.waiting() == 0 ? "" : head.waiting() + " calls",
              ""));
    }
    return rows;
  }

  /** Returns why an instance is set aside, else its last finding if it is alive. */
  private String finding(InstanceSummary instance) {
    String reason = instance.reason();
    if (reason != null) {
      return instance.status().name().toLowerCase(Locale.ROOT) + ": " + reason;
    }
    if (instance.status() != Status.LIVE) {
      return "";
    }
    String last = "";
    for (StreamEvent event : lastEvents(instance.id())) {
      if (event.type().equals("finding")) {
        last = event.data().get("pattern") + ": " + event.data().get("reason");
      }
    }
    return last;
  }

  private List<StreamEvent> lastEvents(String id) {
    Map<String, @Nullable Object> row = store.inspect(id);
    long last = row != null && row.get("events") instanceof Long number ? number : 0;
    return store.events(id, Math.max(0, last - EVENTS), EVENTS);
  }

  @Override
  public List<String> describe(TopRow row) {
    List<String> lines = new ArrayList<>();
    if (row.agent()) {
      long last = 0;
      for (Head head : store.turns().heads("", MAX_AGENTS)) {
        last = head.agent().equals(row.id()) ? head.eventSeq() : last;
      }
      for (Event event : store.turns().events(row.id(), Math.max(0, last - EVENTS), EVENTS)) {
        lines.add(event.createdAt() + "  " + event.type() + "  " + event.payload());
      }
      return lines;
    }
    Map<String, @Nullable Object> all = store.inspect(row.id());
    Object snapshot = all == null ? null : all.get("snapshot");
    if (snapshot instanceof Map<?, ?> stored) {
      for (String key : List.of("configuration", "data", "timers")) {
        lines.add(key + ": " + JsonText.write(stored.get(key)));
      }
    }
    for (StreamEvent event : lastEvents(row.id())) {
      lines.add(event.at() + "  " + event.type() + "  " + JsonText.write(event.data()));
    }
    return lines;
  }

  @Override
  public void close() {
    store.close();
  }
}
