package dev.statute.server.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.server.AccessRole;
import dev.statute.server.AccessToken;
import dev.statute.server.ServerSettings;
import java.net.URI;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Checks where a request comes from and what its token allows. The {@code Host} header must name
 * this server, which defeats DNS rebinding; an {@code Origin} header must be this server's or an
 * allowed one, which keeps other pages in the browser away. Browsers let pages of allowed origins
 * read the responses (CORS); cookies are never accepted, so such a page sends a token. Immutable,
 * thread-safe.
 */
public final class AccessControl {
  private static final String BEARER = "Bearer ";

  private final Set<String> hosts = new TreeSet<>();
  private final Set<String> origins;
  private final List<HashedToken> tokens = new ArrayList<>();

  /** Token of which only the digest is kept: digests have one length and compare in equal time. */
  @SuppressWarnings("ArrayRecordComponent") // compared by MessageDigest
  private record HashedToken(AccessRole role, byte[] digest) {}

  /**
   * Creates the checks of a server.
   *
   * @param localNames names and addresses of this machine that clients may use
   */
  public AccessControl(ServerSettings settings, Set<String> localNames) {
    localNames.forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT)));
    settings.origins().stream()
        .filter(origin -> origin.getHost() != null)
        .forEach(origin -> hosts.add(host(origin)));
    origins = settings.origins().stream().map(AccessControl::text).collect(Collectors.toSet());
    for (AccessToken token : settings.tokens()) {
      tokens.add(new HashedToken(token.role(), digest(token.secret())));
    }
  }

  private static String host(URI origin) {
    return String.valueOf(origin.getHost()).toLowerCase(Locale.ROOT);
  }

  /** Returns an origin as browsers write it: in lower case, without the port of its scheme. */
  private static String text(URI origin) {
    String text = (origin.getScheme() + "://" + origin.getRawAuthority()).toLowerCase(Locale.ROOT);
    return text.replaceFirst("^(http:.*):80$|^(https:.*):443$", "$1$2");
  }

  /**
   * Checks {@code Host} and {@code Origin}.
   *
   * @throws ApiProblem 421 for another host, 403 for another page
   */
  void checkSource(Request request) {
    String host = request.getHttpURI().getHost();
    boolean named = host != null && hosts.contains(host.toLowerCase(Locale.ROOT));
    if (!named && !isWithoutHost(request)) {
      throw ApiProblem.of(
          421,
          "host",
          "this server is not '"
              + host
              + "'; to be reached by another name it needs --origin with that name");
    }
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (origin != null && !isAllowed(origin, request)) {
      throw ApiProblem.of(
          403, "origin", "pages of '" + origin + "' may not call this server; see --origin");
    }
    String site = request.getHeaders().get("Sec-Fetch-Site");
    if (origin == null && "cross-site".equals(site) && !isNavigation(request)) {
      throw ApiProblem.of(403, "origin", "pages of other sites may not call this server");
    }
  }

  /** Tests for a request of HTTP/1.0, which need not name a host; no browser sends one. */
  private static boolean isWithoutHost(Request request) {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0
        && !request.getHeaders().contains(HttpHeader.HOST)
        && request.getHttpURI().getHost() == null;
  }

  /** Adds the headers by which browsers let a page of an allowed other origin read the response. */
  void share(Request request, HttpFields.Mutable response) {
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (!origins.isEmpty()) {
      response.put(HttpHeader.VARY, "Origin");
    }
    if (isListed(origin)) {
      response.put("Access-Control-Allow-Origin", origin);
      response.put("Access-Control-Expose-Headers", "ETag, Location");
    }
  }

  /**
   * Tests for the question of a browser what a page of an allowed other origin may send. It has no
   * token and no effect.
   */
  boolean isPreflight(Request request) {
    return request.getMethod().equals("OPTIONS")
        && isListed(request.getHeaders().get(HttpHeader.ORIGIN))
        && request.getHeaders().contains("Access-Control-Request-Method");
  }

  private static boolean isNavigation(Request request) {
    return "navigate".equals(request.getHeaders().get("Sec-Fetch-Mode"))
        && request.getMethod().equals("GET");
  }

  private boolean isAllowed(String origin, Request request) {
    String own = request.getHttpURI().getScheme() + "://" + request.getHttpURI().getAuthority();
    return origin.equalsIgnoreCase(own) || isListed(origin);
  }

  private boolean isListed(@Nullable String origin) {
    return origin != null && origins.contains(origin.toLowerCase(Locale.ROOT));
  }

  /**
   * Checks what the caller may do; without configured tokens every caller has all rights.
   *
   * @throws ApiProblem 401 without a known token, 403 if its role does not include the needed one
   */
  void authorize(Request request, AccessRole needed) {
    if (tokens.isEmpty()) {
      return;
    }
    String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    AccessRole role = header == null ? null : role(header);
    if (role == null && needed != AccessRole.PUBLIC) {
      String why =
          header == null
              ? "a token is needed: send 'Authorization: Bearer TOKEN'"
              : "this token is not known";
      throw ApiProblem.of(401, "token", why).withHeader("WWW-Authenticate", "Bearer");
    }
    if (role != null && !role.includes(needed)) {
      throw ApiProblem.of(
          403, "role", "this needs the role " + word(needed) + ", and the token has " + word(role));
    }
  }

  /** Compares with all tokens, so that the time says nothing about any of them. */
  private @Nullable AccessRole role(String header) {
    boolean bearer = header.regionMatches(true, 0, BEARER, 0, BEARER.length());
    byte[] given = digest(bearer ? header.substring(BEARER.length()).trim() : "");
    AccessRole found = null;
    for (HashedToken token : tokens) {
      if (MessageDigest.isEqual(token.digest(), given)) {
        found = token.role();
      }
    }
    return found;
  }

  private static String word(AccessRole role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  private static byte[] digest(String secret) {
    return ByteDigest.of(secret.getBytes(UTF_8));
  }
}
