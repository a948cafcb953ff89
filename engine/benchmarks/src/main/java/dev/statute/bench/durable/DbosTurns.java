package dev.statute.bench.durable;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Turn as a workflow of DBOS Transact: it is started under an id, a step requests a tool, the
 * workflow waits for the tool's answer from another thread, and a last step delivers. It is started
 * directly instead of through a queue, because polling would delay it.
 */
final class DbosTurns implements DurableWorkload {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final DBOS dbos;
  private final ExecutorService callers;
  private final ExecutorService tools;
  private final ConcurrentLoad load;

  DbosTurns(MeteredPostgres server, int inFlight) {
    DBOSConfig config =
        DBOSConfig.defaults("bench")
            .withDatabaseUrl(server.url())
            .withDbUser("postgres")
            .withDbPassword("postgres")
            .withUseListenNotify(true);
    dbos = new DBOS(config);
    tools = Executors.newCachedThreadPool(task -> named(task, "dbos-tool"));
    callers = Executors.newCachedThreadPool(task -> named(task, "dbos-caller"));
    Turn turn = dbos.registerProxy(Turn.class, new Turning(dbos, tools));
    dbos.launch();
    load = ConcurrentLoad.begin(inFlight, lane -> number -> begin(turn));
  }

  private static Thread named(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private CompletableFuture<String> begin(Turn turn) {
    String id = UUID.randomUUID().toString();
    return CompletableFuture.supplyAsync(
        () ->
            dbos.<String, RuntimeException>startWorkflow(
                    () -> turn.run("do it"), new StartWorkflowOptions(id))
                .getResult(),
        callers);
  }

  /** Interface that DBOS wraps. */
  public interface Turn {
    /** Handles a request. */
    String run(String request);
  }

  /** Workflow of a turn. */
  public static final class Turning implements Turn {
    private final DBOS dbos;
    private final ExecutorService tools;

    Turning(DBOS dbos, ExecutorService tools) {
      this.dbos = dbos;
      this.tools = tools;
    }

    @Override
    @Workflow
    public String run(String request) {
      String call = dbos.runStep(() -> "call a tool for: " + request, "think");
      @Nullable String id = DBOS.workflowId();
      if (id == null) {
        throw new IllegalStateException("not in a workflow");
      }
      tools.execute(() -> dbos.send(id, "result of " + call, "report"));
      String result = dbos.<String>recv("report", PATIENCE).orElseThrow();
      return dbos.runStep(() -> "deliverable from " + result, "deliver");
    }
  }

  @Override
  public long done() {
    return load.done();
  }

  @Override
  public void end() throws Exception {
    load.end();
    dbos.shutdown();
    callers.shutdown();
    tools.shutdown();
  }
}
