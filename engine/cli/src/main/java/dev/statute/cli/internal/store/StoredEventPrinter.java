package dev.statute.cli.internal.store;

import dev.statute.cli.internal.console.Console;
import dev.statute.store.InstanceStore;
import dev.statute.store.StoreException;
import dev.statute.store.StreamEvent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Printer of the events of an instance; an unreadable one is reported, and the others follow. */
final class StoredEventPrinter {
  private static final int PAGE = 1_000;

  private final InstanceStore store;
  private final String id;
  private final Console console;

  /** Number of the last printed event, or of the one to begin after. */
  private long last;

  private boolean allReadable = true;

  StoredEventPrinter(InstanceStore store, String id, Console console) {
    this.store = store;
    this.id = id;
    this.console = console;
  }

  boolean isAllReadable() {
    return allReadable;
  }

  /** Prints the events; returns false if there were none, readable or not. */
  boolean print(long after) {
    last = after;
    try {
      for (List<StreamEvent> page = nextPage(); !page.isEmpty(); page = nextPage()) {
        page.forEach(this::print);
      }
    } catch (StoreException e) {
      if (!e.code().equals("corrupted")) {
        throw e;
      }
      allReadable = false;
      printOneByOne(e);
    }
    return last > after || !allReadable;
  }

  private List<StreamEvent> nextPage() {
    return store.events(id, last, PAGE);
  }

  private void print(StreamEvent event) {
    console.printLine(StoreText.line(event));
    last = event.number();
  }

  private void printOneByOne(StoreException first) {
    long count = count();
    if (count <= last) {
      console.printNotice("statute: " + first.code() + ": " + first.getMessage());
    }
    String lastMessage = "";
    for (long number = last + 1; number <= count; number++) {
      try {
        store.events(id, number - 1, 1).forEach(this::print);
      } catch (StoreException e) {
        String message = String.valueOf(e.getMessage());
        if (!message.equals(lastMessage)) {
          console.printNotice("event " + number + ": " + message);
        }
        lastMessage = message;
      }
    }
  }

  /** Number of the instance's events; 0 = its row cannot be read either. */
  private long count() {
    try {
      Map<String, @Nullable Object> all = store.inspect(id);
      return all != null && all.get("events") instanceof Number number ? number.longValue() : 0;
    } catch (StoreException e) {
      return 0;
    }
  }
}
