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
  private boolean printed;
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
    long last = after;
    while (true) {
      List<StreamEvent> page;
      try {
        page = store.events(id, last, PAGE);
      } catch (StoreException e) {
        if (!e.code().equals("corrupted")) {
          throw e;
        }
        allReadable = false;
        return printOneByOne(last, e);
      }
      if (page.isEmpty()) {
        return printed;
      }
      for (StreamEvent event : page) {
        print(event);
        last = event.number();
      }
    }
  }

  private void print(StreamEvent event) {
    console.out().println(StoreText.line(event));
    printed = true;
  }

  private boolean printOneByOne(long after, StoreException first) {
    long last = count();
    if (last <= after) {
      console.printNotice("statute: " + first.code() + ": " + first.getMessage());
      return true;
    }
    String lastMessage = "";
    for (long number = after + 1; number <= last; number++) {
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
    return true;
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
