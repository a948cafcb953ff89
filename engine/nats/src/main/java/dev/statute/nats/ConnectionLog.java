package dev.statute.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of connection events, which the client writes to java.util.logging by default. */
final class ConnectionLog implements ConnectionListener, ErrorListener {
  private static final Logger LOG = LoggerFactory.getLogger(NatsDoorbell.class);

  private final BooleanSupplier wanted;

  /**
   * Creates a log.
   *
   * @param wanted tests whether the connection is still in use
   */
  ConnectionLog(BooleanSupplier wanted) {
    this.wanted = wanted;
  }

  /** Implements the older of two callbacks, which has no default. */
  @Override
  @SuppressWarnings("deprecation")
  public void connectionEvent(Connection connection, Events event) {
    if (!wanted.getAsBoolean()) {
      LOG.debug("{}", event);
    } else if (event == Events.CLOSED) {
      LOG.error("the doorbell is silent from now on: the server refuses its credentials");
    } else if (event == Events.DISCONNECTED) {
      LOG.warn("the doorbell has no connection");
    } else if (event == Events.RECONNECTED) {
      LOG.info("the doorbell has a connection again");
    } else {
      LOG.debug("{}", event);
    }
  }

  @Override
  public void errorOccurred(Connection connection, String error) {
    LOG.warn("the server of the doorbell says: {}", error);
  }

  @Override
  public void exceptionOccurred(Connection connection, Exception exception) {
    LOG.debug("the doorbell's connection", exception);
  }

  @Override
  public void slowConsumerDetected(Connection connection, Consumer consumer) {
    LOG.warn("rings are lost: those who listen are too slow");
  }
}
