package dev.statute.jdbc;

import dev.statute.jdbc.internal.postgres.PostgresAddress;
import dev.statute.store.Doorbell;
import dev.statute.store.RingCoalescer;
import dev.statute.store.Subscription;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Doorbell over LISTEN and NOTIFY, for all listeners on a channel of a database.
 *
 * <p>Rings that gather during one notification go with the next one, each topic once. They are
 * never sent inside another transaction: a server serializes the commits of notifying transactions.
 * Without a connection rings are lost until the reconnect. Thread-safe.
 */
public final class PostgresDoorbell implements Doorbell {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresDoorbell.class);

  /** The server refuses longer payloads. */
  private static final int MAX_TOPIC_BYTES = 7999;

  private static final int CONNECT_SECONDS = 10;
  private static final int POLL_MILLIS = 500;
  private static final int PAUSE_MILLIS = 1000;
  private static final int CLOSE_MILLIS = 2000;

  private final DataSource source;
  private final String channel;
  private final RingCoalescer rings = new RingCoalescer();
  private final Thread notifier;
  private final Thread listener;
  private final CountDownLatch connected = new CountDownLatch(1);
  private volatile boolean closed;

  private PostgresDoorbell(DataSource source, String channel) {
    if (!channel.matches("[a-z_][a-z0-9_]{0,62}")) {
      throw new IllegalArgumentException(
          "'" + channel + "' is no name of a channel; use small letters, digits and _");
    }
    this.source = source;
    this.channel = channel;
    notifier = thread("statute-doorbell-out", this::sendAll);
    listener = thread("statute-doorbell-in", this::receiveAll);
  }

  /** Opens a doorbell of the database behind a JDBC URL. */
  public static PostgresDoorbell open(String url, String channel) {
    return open(PostgresAddress.dataSource(url), channel);
  }

  /**
   * Opens a doorbell on two connections of PostgreSQL's own driver, or wrappers of such, which it
   * keeps.
   */
  public static PostgresDoorbell open(DataSource source, String channel) {
    PostgresDoorbell doorbell = new PostgresDoorbell(source, channel);
    doorbell.notifier.start();
    doorbell.listener.start();
    try {
      // so that the caller receives all further rings, if the server is up
      boolean unused = doorbell.connected.await(CONNECT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return doorbell;
  }

  private static Thread thread(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void ring(String topic) {
    if (topic.getBytes(StandardCharsets.UTF_8).length > MAX_TOPIC_BYTES
        || topic.indexOf('\0') >= 0) {
      return; // the topic cannot be sent; its workers poll
    }
    rings.add(topic);
  }

  @Override
  public Subscription listen(Consumer<String> onRing) {
    return rings.listen(onRing);
  }

  /** Continues after closing until all rings are sent, or cannot be. */
  private void sendAll() {
    do {
      try (Connection connection = source.getConnection();
          PreparedStatement statement =
              connection.prepareStatement("SELECT pg_notify(?, topic) FROM unnest(?) AS topic")) {
        connection.setAutoCommit(true);
        for (Set<String> topics = rings.take(); topics != null; topics = rings.take()) {
          statement.setString(1, channel);
          statement.setArray(2, connection.createArrayOf("text", topics.toArray()));
          statement.executeQuery().close();
        }
      } catch (SQLException | RuntimeException | Error e) {
        if (closed) {
          return;
        }
        pause("ring", e);
      } catch (InterruptedException e) {
        if (closed) {
          return;
        }
      }
    } while (!rings.isClosed());
  }

  private void receiveAll() {
    while (!closed) {
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(true);
        statement.execute("LISTEN " + channel);
        connected.countDown();
        PGConnection postgres = connection.unwrap(PGConnection.class);
        while (!closed) {
          for (PGNotification each : receive(postgres)) {
            rings.notifyListeners(each.getParameter());
          }
        }
      } catch (SQLException | RuntimeException | Error e) {
        connected.countDown();
        pause("listen", e);
      }
    }
  }

  private static PGNotification[] receive(PGConnection postgres) throws SQLException {
    PGNotification[] heard = postgres.getNotifications(POLL_MILLIS);
    return heard == null ? new PGNotification[0] : heard;
  }

  private void pause(String doing, Throwable why) {
    if (closed) {
      return;
    }
    if (why instanceof SQLException) {
      LOG.warn("the doorbell cannot {}: {}", doing, why.getMessage());
    } else {
      LOG.warn("the doorbell cannot {}", doing, why);
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      // closed, or a stray interruption: check again
    }
  }

  /** Sends the waiting rings; those that cannot be sent within two seconds are lost. */
  @Override
  public void close() {
    closed = true;
    rings.close();
    listener.interrupt();
    try {
      notifier.join(CLOSE_MILLIS);
      notifier.interrupt();
      notifier.join(CLOSE_MILLIS);
      listener.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
