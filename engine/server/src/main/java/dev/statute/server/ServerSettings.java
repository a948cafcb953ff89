package dev.statute.server;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a server. Immutable.
 *
 * @param host address or name of the interface that is listened on
 * @param port 0 = any free one
 * @param tokens tokens that callers present; empty = none is needed, on a loopback host only
 * @param origins further origins of pages that may call the server
 * @param maxBody most bytes of a request's body
 * @param playground whether the playground is there also for callers from other machines
 * @param journal folder of the decision logs; null = a temporary one
 * @param lease time after the last heartbeat of this server after which its instances are stale;
 *     the heart beats four times in it
 */
public record ServerSettings(
    String host,
    int port,
    List<AccessToken> tokens,
    List<URI> origins,
    int maxBody,
    boolean playground,
    @Nullable Path journal,
    Duration lease) {
  /** Loopback, port 8077, no tokens, bodies of at most 1 MiB, temporary decision logs, 120 s. */
  public static final ServerSettings DEFAULT =
      new ServerSettings(
          "127.0.0.1", 8077, List.of(), List.of(), 1 << 20, false, null, Duration.ofMinutes(2));

  public ServerSettings {
    tokens = List.copyOf(tokens);
    origins = List.copyOf(origins);
  }

  /** Listens on another host and port. */
  public ServerSettings listen(String otherHost, int otherPort) {
    return new ServerSettings(
        otherHost, otherPort, tokens, origins, maxBody, playground, journal, lease);
  }

  /** Needs one of these tokens for all but health and the page's own files. */
  public ServerSettings tokens(List<AccessToken> others) {
    return new ServerSettings(host, port, others, origins, maxBody, playground, journal, lease);
  }

  /** Accepts calls from pages of these origins. */
  public ServerSettings origins(List<URI> others) {
    return new ServerSettings(host, port, tokens, others, maxBody, playground, journal, lease);
  }

  /** Accepts bodies up to this number of bytes. */
  public ServerSettings maxBody(int bytes) {
    return new ServerSettings(host, port, tokens, origins, bytes, playground, journal, lease);
  }

  /** Switches the playground on also where callers come from other machines. */
  public ServerSettings playground(boolean on) {
    return new ServerSettings(host, port, tokens, origins, maxBody, on, journal, lease);
  }

  /** Keeps decision logs in this folder; null in a temporary one. */
  public ServerSettings journal(@Nullable Path folder) {
    return new ServerSettings(host, port, tokens, origins, maxBody, playground, folder, lease);
  }

  /** Keeps the instances of this server for this time after its last heartbeat. */
  public ServerSettings lease(Duration time) {
    return new ServerSettings(host, port, tokens, origins, maxBody, playground, journal, time);
  }
}
