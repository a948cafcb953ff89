package dev.statute.runtime.internal.mailbox;

import dev.statute.store.InstanceStore.Entry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Queue of an instance: events read from its inbox precede messages of the mailbox, and an event
 * that arrives both ways is handled once. Confined to the handling of messages.
 */
public final class MessageQueue {
  /** Number of remembered ids of inbox events that their sender may still pass on. */
  private static final int MAX_SEEN = 1024;

  private final Deque<ActorMessage> messages = new ArrayDeque<>(2);
  private final Set<String> seen = new LinkedHashSet<>(0);

  public boolean isEmpty() {
    return messages.isEmpty();
  }

  @Nullable
  public ActorMessage poll() {
    return messages.poll();
  }

  /** Appends a message, unless it is an event that was already read from the inbox. */
  public void addLast(ActorMessage message) {
    if (message instanceof ActorMessage.Posted posted && seen.remove(posted.entry().event())) {
      return;
    }
    messages.add(message);
  }

  /** Prepends a message. */
  public void addFirst(ActorMessage message) {
    messages.addFirst(message);
  }

  /** Prepends events of the inbox, in their order. */
  public void addInbox(List<Entry> inbox) {
    for (int i = inbox.size() - 1; i >= 0; i--) {
      String event = inbox.get(i).event();
      messages.removeIf(message -> isEntryOf(message, event));
      messages.addFirst(new ActorMessage.Posted(inbox.get(i), true));
      seen.add(event);
    }
    while (seen.size() > MAX_SEEN) {
      seen.remove(seen.iterator().next());
    }
  }

  private static boolean isEntryOf(ActorMessage message, String event) {
    return message instanceof ActorMessage.Posted posted && posted.entry().event().equals(event);
  }

  /** Returns the keys of effects with a queued answer that is not written yet. */
  public Set<String> answeredKeys() {
    Set<String> keys = new LinkedHashSet<>();
    for (ActorMessage message : messages) {
      if (message instanceof ActorMessage.Answer answer) {
        keys.add(answer.key());
      }
    }
    return keys;
  }
}
