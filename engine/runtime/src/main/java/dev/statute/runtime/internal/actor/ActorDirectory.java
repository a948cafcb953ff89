package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Router;
import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.store.Doorbell;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Actors of an engine in memory. Thread-safe. */
final class ActorDirectory implements InstanceDirectory {
  private final Map<String, InstanceActor> actors = new ConcurrentHashMap<>();
  private final EngineServices services;
  private final @Nullable Router router;

  ActorDirectory(
      EngineConfiguration configuration,
      EngineConfiguration.Recipients recipients,
      Doorbell doorbell) {
    services = new EngineServices(configuration, recipients, doorbell, this);
    router = recipients.router();
  }

  EngineServices services() {
    return services;
  }

  /** Returns the actor of an instance; null if it is not in memory. */
  @Nullable InstanceActor find(String id) {
    return actors.get(id);
  }

  /** Returns the actors in memory. */
  Collection<InstanceActor> actors() {
    return actors.values();
  }

  private InstanceActor actor(String id) {
    return actors.computeIfAbsent(id, same -> new InstanceActor(same, services, this));
  }

  @Override
  public void open(String id) {
    actor(id).ring();
  }

  @Override
  public boolean offer(String id, ActorMessage message) {
    while (true) {
      switch (actor(id).mailbox().offer(message)) {
        case TAKEN -> {
          return true;
        }
        case FULL -> {
          return false;
        }
        case CLOSED -> remove(id);
      }
    }
  }

  @Override
  public void enqueue(String id, ActorMessage message) {
    while (!actor(id).mailbox().offerUnbounded(message)) {
      remove(id);
    }
  }

  @Override
  public void remove(String id) {
    actors.computeIfPresent(id, (same, actor) -> actor.mailbox().isClosed() ? null : actor);
  }

  /** Tests for a reachable target of a send; a router may reach any. */
  boolean canReach(String from, String to) {
    if (router != null) {
      return true;
    }
    if (to.equals("#parent")) {
      InstanceActor actor = actors.get(from);
      ClaimedInstance claimed = actor == null ? null : actor.cell().claimed();
      return claimed == null || claimed.instance() == null || claimed.instance().parent() != null;
    }
    InstanceActor actor = actors.get(to);
    return (actor != null && actor.cell().snapshot() != null)
        || services.store().inspect(to) != null;
  }
}
