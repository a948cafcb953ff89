package dev.statute.server.internal.http;

import dev.statute.server.ServerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.TreeSet;

/** Names and addresses by which clients may reach a server. */
public final class LocalNames {
  private static final Set<String> LOOPBACK =
      Set.of("localhost", "127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]");

  private LocalNames() {}

  /**
   * Checks that only callers on this machine reach a server without tokens.
   *
   * @throws IllegalArgumentException if others do, or the host is not known
   */
  public static void requireTokenUnlessLoopback(ServerSettings settings) {
    if (settings.tokens().isEmpty() && !isLoopback(settings)) {
      throw new IllegalArgumentException(
          "'"
              + settings.host()
              + "' can be reached from other machines, so a token is needed: give --token-file");
    }
  }

  /** Tests whether only callers on this machine reach a server. */
  public static boolean isLoopback(ServerSettings settings) {
    return address(settings.host()).isLoopbackAddress();
  }

  private static InetAddress address(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("there is no host '" + host + "' here", e);
    }
  }

  /** Lists the names: loopback ones, the configured one, and those of all interfaces if needed. */
  public static Set<String> of(ServerSettings settings) throws IOException {
    Set<String> names = new TreeSet<>(LOOPBACK);
    names.add(bracketed(settings.host()));
    InetAddress bound = address(settings.host());
    names.add(bracketed(bound.getHostAddress()));
    if (bound.isAnyLocalAddress()) {
      names.add(InetAddress.getLocalHost().getHostName());
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .forEach(address -> names.add(bracketed(address.getHostAddress())));
    }
    return names;
  }

  private static String bracketed(String host) {
    int zone = host.indexOf('%');
    String plain = zone < 0 ? host : host.substring(0, zone);
    return plain.contains(":") && !plain.startsWith("[") ? "[" + plain + "]" : plain;
  }
}
