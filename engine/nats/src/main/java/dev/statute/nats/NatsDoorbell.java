package dev.statute.nats;

import dev.statute.store.Doorbell;
import dev.statute.store.RingCoalescer;
import dev.statute.store.StoreException;
import dev.statute.store.Subscription;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Doorbell over a NATS server, for all doorbells with the same prefix.
 *
 * <p>A ring is a message on the subject {@code <prefix>.ring} with the topic in UTF-8 as payload,
 * because a topic may contain characters that a subject must not. Rings that gather until the
 * server has taken earlier ones are sent once per topic. Topics longer than the server's largest
 * payload are not sent. A lost connection is restored without a limit of attempts; rings in between
 * may be lost. Only a server that refuses the credentials twice after its return ends the attempts;
 * the log reports it, and the doorbell is silent from then on. Thread-safe.
 */
public final class NatsDoorbell implements Doorbell {
  private static final Logger LOG = LoggerFactory.getLogger(NatsDoorbell.class);

  /** Maximum number of messages that wait in the client. */
  private static final int MAX_OUTGOING = 20_000;

  /** Time limit of the server's answers; after two missing ones the client reconnects. */
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration RECONNECT_PAUSE = Duration.ofSeconds(1);

  private final String subject;
  private final RingCoalescer rings = new RingCoalescer();
  private final ExecutorService threads = Executors.newCachedThreadPool(NatsDoorbell::thread);
  private final ScheduledExecutorService pings =
      Executors.newSingleThreadScheduledExecutor(NatsDoorbell::thread);
  private final Connection connection;
  private final Thread notifier = thread(this::sendAll);
  private volatile boolean closed;

  private NatsDoorbell(Options given, String prefix) {
    subject = prefix + ".ring";
    try {
      connection = connect(given);
    } catch (StoreException e) {
      stopThreads();
      throw e;
    }
  }

  /**
   * Opens a doorbell over these servers.
   *
   * @param servers one URL or several separated by commas, such as {@code nats://host:4222}
   * @param prefix letters, digits, {@code _} and {@code -}, in parts separated by dots
   * @throws StoreException {@code unreachable} if none of the servers can be reached now
   * @throws IllegalArgumentException if this is no URL or no prefix
   */
  public static NatsDoorbell open(String servers, String prefix) {
    Options options =
        new Options.Builder()
            .server(servers)
            .connectionName("statute-doorbell")
            .connectionTimeout(FLUSH_TIMEOUT)
            .pingInterval(FLUSH_TIMEOUT)
            .reconnectWait(RECONNECT_PAUSE)
            .build();
    return open(options, prefix);
  }

  /**
   * Opens a doorbell with the client's options, for TLS and credentials. Threads, listeners and the
   * number of reconnects in the options are replaced by the doorbell's.
   *
   * @throws StoreException {@code unreachable} if none of the servers can be reached now
   * @throws IllegalArgumentException if this is no prefix
   */
  public static NatsDoorbell open(Options options, String prefix) {
    if (!prefix.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*+")) {
      throw new IllegalArgumentException(
          "'" + prefix + "' is no prefix of a subject; use letters, digits, _ and -, and dots");
    }
    NatsDoorbell doorbell = new NatsDoorbell(options, prefix);
    doorbell.notifier.start();
    return doorbell;
  }

  private static Thread thread(Runnable body) {
    Thread thread = new Thread(body, "statute-doorbell");
    thread.setDaemon(true);
    return thread;
  }

  private Connection connect(Options given) {
    ThreadFactory daemons = NatsDoorbell::thread;
    ConnectionLog log = new ConnectionLog(() -> notifier.isAlive() && !closed);
    Options options =
        new Options.Builder(given)
            .maxReconnects(-1)
            // without any jitter the client's reconnect fails on an empty random range
            .reconnectJitter(given.getReconnectJitter().plusNanos(1))
            .reconnectJitterTls(given.getReconnectJitterTls().plusNanos(1))
            .maxMessagesInOutgoingQueue(MAX_OUTGOING)
            .executor(threads)
            .scheduledExecutor(pings)
            .connectThreadFactory(daemons)
            .callbackThreadFactory(daemons)
            .connectionListener(log)
            .errorListener(log)
            .build();
    try {
      Connection made = Nats.connect(options);
      made.createDispatcher()
          .subscribe(
              subject,
              each -> rings.notifyListeners(new String(each.getData(), StandardCharsets.UTF_8)));
      awaitListening(made);
      return made;
    } catch (AuthenticationException e) {
      throw new StoreException(
          "unreachable", "the NATS server " + names(given) + " refuses the credentials", e);
    } catch (IOException e) {
      // its message contains the URLs with their passwords and nothing else, so it is not passed on
      throw new StoreException(
          "unreachable", "the NATS server " + names(given) + " cannot be reached", null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          "unreachable", "interrupted while connecting to the NATS server " + names(given), e);
    }
  }

  /**
   * Waits for the subscription, so that the caller receives all further rings unless the server
   * disconnects.
   */
  private static void awaitListening(Connection made) throws InterruptedException {
    try {
      made.flush(FLUSH_TIMEOUT);
    } catch (TimeoutException e) {
      LOG.warn("the doorbell's server has not answered yet");
    }
  }

  private static String names(Options options) {
    return options.getServers().stream().map(NatsDoorbell::name).collect(Collectors.joining(", "));
  }

  private static String name(URI server) {
    return server.getHost() + ":" + server.getPort();
  }

  @Override
  public void ring(String topic) {
    rings.add(topic);
  }

  @Override
  public Subscription listen(Consumer<String> onRing) {
    return rings.listen(onRing);
  }

  private void sendAll() {
    while (!closed) {
      try {
        for (Set<String> topics = rings.take(); topics != null; topics = rings.take()) {
          topics.forEach(this::send);
          awaitFlushed();
        }
      } catch (InterruptedException e) {
        // closed, or a stray interruption: check again
      }
    }
  }

  private void send(String topic) {
    try {
      connection.publish(subject, topic.getBytes(StandardCharsets.UTF_8));
    } catch (IllegalArgumentException | IllegalStateException e) {
      // too long, or too many without a connection; the workers poll
      LOG.debug("a ring is lost, which it may be", e);
    }
  }

  /** Waits until the server has taken everything, also over reconnects. */
  private void awaitFlushed() throws InterruptedException {
    while (!closed && connection.getStatus() != Connection.Status.CLOSED) {
      try {
        connection.flush(FLUSH_TIMEOUT);
        return;
      } catch (TimeoutException e) {
        LOG.debug("the doorbell's server has not answered yet", e);
        reconnect();
      }
    }
  }

  /**
   * Replaces a connection that seems to be up but takes nothing. The client enters this state if
   * the server disconnects again during a reconnect: it then writes to a buffer that its writer
   * does not read.
   */
  private void reconnect() throws InterruptedException {
    try {
      if (connection.getStatus() == Connection.Status.CONNECTED) {
        connection.forceReconnect();
      }
    } catch (IOException e) {
      LOG.debug("the doorbell's server cannot be reached again yet", e);
    }
  }

  private void stopThreads() {
    threads.shutdownNow();
    pings.shutdownNow();
  }

  /** Closes; rings that are not sent yet are lost. */
  @Override
  public void close() {
    closed = true;
    rings.discard();
    notifier.interrupt();
    boolean interrupted = false;
    try {
      notifier.join();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    try {
      connection.close();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    stopThreads();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
