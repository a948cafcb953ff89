package dev.statute.runtime.internal.mailbox;

import dev.statute.store.InstanceStore.Entry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an instance has to handle, in order: what was read from its inbox comes before what came by
 * the mailbox, and an event that came both ways is handled once. Confined to the instance's turn.
 */
public final class MessageQueue {
  /** Ids of inbox events that were read there and may yet be brought by who put them there. */
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

  /** Puts a message behind all others, unless it is an event that was read in the inbox. */
  public void addLast(ActorMessage message) {
    if (message instanceof ActorMessage.Posted posted && seen.remove(posted.entry().event())) {
      return;
    }
    messages.add(message);
  }

  /** Puts a message in front of all others. */
  public void addFirst(ActorMessage message) {
    messages.addFirst(message);
  }

  /** Puts these in front of all others, in their order. */
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

  /** Keys of effects whose answer is here and only needs writing. */
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
