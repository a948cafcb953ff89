package dev.statute.logs.internal;

import dev.statute.logs.internal.text.LogDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the documents of a session by the description of their form. A document with members is
 * the whole session; further ones are other sessions. Confined to one thread.
 */
public final class FormReader {
  private final FormDescription form;
  private final CallPairing calls;
  private final EntryReader entries;
  private final ChangeLog changes = new ChangeLog();
  private final SpanReader spans = new SpanReader();

  /** First document, which is the whole log if no other follows. */
  private @Nullable LogDocument first;

  private boolean hasDocuments;
  private int line;

  /** Creates a reader before the first document. */
  public FormReader(FormDescription form, CallPairing calls) {
    this.form = form;
    this.calls = calls;
    this.entries = new EntryReader(form, calls);
  }

  /** Reads a document. */
  public void read(LogDocument document) {
    if (form.layout().container() == FormDescription.Container.CHANGES) {
      if (!changes.apply(document.value())) {
        calls.countUnread("change");
      }
      return;
    }
    boolean whole = FormEntries.members(form, document) != null;
    if (!hasDocuments && whole) {
      first = document;
    } else if (hasDocuments && whole) {
      pause();
      calls.countUnread("further session");
    } else {
      pause();
      readEntry(document);
      entries.count(document.value());
    }
    hasDocuments = true;
  }

  /** Reads a first document that may be the whole log, as no further one is there yet. */
  public void pause() {
    LogDocument whole = first;
    first = null;
    if (whole != null) {
      List<LogDocument> members = FormEntries.of(form, whole);
      members.forEach(this::readEntry);
      entries.count(whole.value());
    }
  }

  /** Ends the session. */
  public void finish() {
    if (form.layout().container() == FormDescription.Container.CHANGES) {
      first = new LogDocument(1, changes.document());
    }
    pause();
    entries.finish(line);
  }

  /** Counts the calls and results of a document whose entries were read. */
  void count(LogDocument document) {
    entries.count(document.value());
  }

  /** Reads an entry; returns whether it is known. */
  boolean readEntry(LogDocument entry) {
    if (form.layout().container() == FormDescription.Container.OTLP) {
      return spans.read(entry, calls);
    }
    line = entry.line();
    calls.readUsage(entry.value());
    return entries.read(entry.line(), entry.value());
  }
}
