package dev.statute.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what becomes of a connection; the client says it to java.util.logging otherwise. */
final class ConnectionLog implements ConnectionListener, ErrorListener {
  private static final Logger LOG = LoggerFactory.getLogger(NatsDoorbell.class);

  private final BooleanSupplier wanted;

  /**
   * @param wanted whether somebody still counts on the connection
   */
  ConnectionLog(BooleanSupplier wanted) {
    this.wanted = wanted;
  }

  /** The older of two callbacks, and the one without a default, so it must be here. */
  @Override
  @SuppressWarnings("deprecation")
  public void connectionEvent(Connection connection, Events event) {
    if (!wanted.getAsBoolean()) {
      LOG.debug("{}", event);
    } else if (event == Events.CLOSED) {
      LOG.error("the doorbell is silent from now on: the server refuses its credentials");
    } else if (event == Events.DISCONNECTED) {
      LOG.warn("the doorbell has no connection for now");
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
