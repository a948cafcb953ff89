package dev.statute.cli.internal.store;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.step.Input;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Entry;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Submission of inputs to the inbox of an instance, one after the other. */
final class InboxSubmission {
  private final InstanceStore store;
  private final Doorbell doorbell;
  private final String id;
  private final Console console;

  InboxSubmission(InstanceStore store, Doorbell doorbell, String id, Console console) {
    this.store = store;
    this.doorbell = doorbell;
    this.id = id;
    this.console = console;
  }

  /** Submits all lines that are inputs; reports others. */
  int submitAll(InputLines lines) throws IOException {
    int code = ExitCode.SUCCESS;
    for (InputLine line = lines.next(); line != null; line = lines.next()) {
      if (line instanceof InputLine.Submit given) {
        submit(given.input());
      } else if (line instanceof InputLine.Unreadable unreadable) {
        ProblemText.printNotices(console, List.of(unreadable.problem()));
        code = ExitCode.FINDINGS;
      } else if (!(line instanceof InputLine.Meta)) {
        console.printNotice(
            "line " + line.number() + " is no event, move or record, and is not posted");
        code = ExitCode.FINDINGS;
      }
    }
    return code;
  }

  void submit(Input input) {
    String event = input.id() == null ? UUID.randomUUID().toString() : input.id();
    Entry entry = new Entry(id, event, input.withId(event), Instant.now());
    Accepted accepted = store.accept(entry).toCompletableFuture().join();
    doorbell.ring(id);
    String result =
        accepted.isNew()
            ? "accepted"
            : accepted.handled() == null
                ? "waits already"
                : "was handled before: " + accepted.handled().outcome();
    console.out().println(id + "  " + event + "  " + result);
  }
}
