package dev.statute.server;

import dev.statute.Statute;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.AccessControl;
import dev.statute.server.internal.http.LocalNames;
import dev.statute.server.internal.http.ProtocolErrorHandler;
import dev.statute.server.internal.http.ReplyWriter;
import dev.statute.server.internal.http.RequestDispatcher;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.journal.DecisionJournal;
import dev.statute.server.internal.stream.StreamRegistry;
import dev.statute.turns.TurnDependencies;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server for the instances of one engine, which it owns. The store is left open. Thread-safe.
 */
public final class StatuteServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatuteServer.class);
  private static final int MAX_THREADS = 64;

  /** Ids of instances may have any character, encoded; paths never name files. */
  private static final UriCompliance ENCODED_IDS =
      UriCompliance.DEFAULT.with(
          "encoded-ids",
          UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
          UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
          UriCompliance.Violation.AMBIGUOUS_PATH_PARAMETER,
          UriCompliance.Violation.AMBIGUOUS_PATH_SEGMENT,
          UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS);

  private static final long STOP_MILLIS = 10_000;

  private final ServerSettings settings;
  private final QueuedThreadPool threads;
  private final Server jetty;
  private final ServerConnector connector;
  private final StreamRegistry streams;
  private final DecisionJournal journal;
  private final List<ServerFeature> features;
  private final Engine engine;
  private final ServerContext context;
  private boolean closed;

  private StatuteServer(
      Statute statute,
      ServerSettings settings,
      EngineBuilder builder,
      @Nullable TurnDependencies turns,
      Clock clock)
      throws IOException {
    this.settings = settings;
    LocalNames.requireTokenUnlessLoopback(settings);
    threads = new QueuedThreadPool(MAX_THREADS, 4);
    threads.setName("statute-http");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    jetty = new Server(threads);
    connector = connector(settings);
    connector.open(); // before anything is started that a taken port would have to undo
    try {
      journal = DecisionJournal.open(settings.journal());
    } catch (RuntimeException e) {
      connector.close();
      throw e;
    }
    streams = new StreamRegistry(threads, clock);
    try {
      features = FeatureCatalog.all(streams, journal, turns);
      features.forEach(feature -> feature.configure(builder));
      engine = builder.clock(clock).lease(settings.lease()).build();
    } catch (RuntimeException e) {
      connector.close();
      streams.close();
      journal.close();
      throw e;
    }
    context = new ServerContext(settings, statute, engine, clock, threads);
  }

  /** Adds the routes of all parts, and accepts requests. */
  private void listen() throws Exception {
    threads.start(); // features may run work as soon as they know the executor
    RouteTable routes = new RouteTable();
    features.forEach(feature -> feature.addRoutes(routes, context));
    AccessControl access = new AccessControl(settings, LocalNames.of(settings));
    jetty.setErrorHandler(new ProtocolErrorHandler());
    jetty.setHandler(
        new RequestDispatcher(
            routes, access, new ReplyWriter(streams), context.executor(), settings.maxBody()));
    jetty.start();
  }

  private ServerConnector connector(ServerSettings options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setUriCompliance(ENCODED_IDS);
    ServerConnector made = new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(http));
    made.setHost(options.host());
    made.setPort(options.port());
    jetty.addConnector(made);
    return made;
  }

  /**
   * Starts a server.
   *
   * @param configure adds a store, handlers and listeners to the engine; its clock and lease are
   *     replaced
   * @throws IOException if the port cannot be listened on
   * @throws IllegalArgumentException if the host is no loopback address and there is no token
   */
  public static StatuteServer start(
      Statute statute, ServerSettings settings, UnaryOperator<EngineBuilder> configure)
      throws IOException {
    return start(statute, settings, configure, null, Clock.system());
  }

  /** Starts a server on a clock of its own, for tests. */
  public static StatuteServer start(
      Statute statute, ServerSettings settings, UnaryOperator<EngineBuilder> configure, Clock clock)
      throws IOException {
    return start(statute, settings, configure, null, clock);
  }

  /**
   * Starts a server that also has routes of agent turns.
   *
   * @param turns null = the store keeps no agents
   */
  public static StatuteServer start(
      Statute statute,
      ServerSettings settings,
      UnaryOperator<EngineBuilder> configure,
      @Nullable TurnDependencies turns,
      Clock clock)
      throws IOException {
    StatuteServer server =
        new StatuteServer(statute, settings, configure.apply(statute.engine()), turns, clock);
    try {
      server.listen();
    } catch (RuntimeException | IOException e) {
      server.close();
      throw e;
    } catch (Exception e) {
      server.close();
      throw new IOException(e);
    }
    return server;
  }

  /** Address of the server. */
  public URI uri() {
    String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    return URI.create("http://" + host + ":" + connector.getLocalPort());
  }

  /** Engine of the server. */
  public Engine engine() {
    return engine;
  }

  /**
   * Stops: no new request is accepted, streams end after the events that exist, requests and steps
   * under way end. Waits at most some seconds for them.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    jetty.setStopTimeout(STOP_MILLIS);
    List<AutoCloseable> parts = new ArrayList<>(List.<AutoCloseable>of(connector, streams));
    parts.addAll(features);
    parts.addAll(List.<AutoCloseable>of(engine, journal, jetty::stop, threads::stop));
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("the server did not stop cleanly", e);
      }
    }
  }
}
