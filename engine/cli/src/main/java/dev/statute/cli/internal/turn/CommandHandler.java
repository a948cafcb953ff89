package dev.statute.cli.internal.turn;

import dev.statute.cli.internal.console.CommandRun;
import dev.statute.json.JsonText;
import dev.statute.runtime.Call;
import dev.statute.runtime.Handler;
import dev.statute.runtime.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handler that runs a shell command, which comes from the worker's command line, never from the
 * chart. The command reads one JSON object, {@code {"instance", "handler", "with", "key",
 * "attempt"}}, and writes one, {@code {"status", "message", "metadata", "value", "fields"}}, with
 * optional members; any other output is the value, as text. An exit code other than 0 is a failure
 * with the standard error as its text.
 *
 * @param errorOutput receives the lines of the command's standard error, in success and failure
 */
record CommandHandler(String command, Consumer<String> errorOutput) implements Handler {
  private static final int MAX_MESSAGE_LENGTH = 2_000;

  @Override
  public Reply handle(Call call) throws IOException, InterruptedException {
    return parseReply(execute(requestJson(call), call.stop()));
  }

  /**
   * Runs the command with a request and returns its output.
   *
   * @throws IOException with the standard error, if the command fails
   */
  String execute(Map<String, ?> asked, Call.Stop stop) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("/bin/sh", "-c", command).start();
    // a program that the shell runs would keep the output open
    stop.onRequested(() -> CommandRun.processTree(process).forEach(ProcessHandle::destroy));
    CompletableFuture<String> errorText =
        CompletableFuture.supplyAsync(
            () -> forwardErrors(process.getErrorStream()), CommandHandler::startThread);
    CommandRun.writeInput(process, JsonText.write(asked) + "\n");
    String output = readText(process.getInputStream()).strip();
    int code = process.waitFor();
    // a child process may keep the standard error open for ever
    String errors = errorText.completeOnTimeout("", 1, TimeUnit.SECONDS).join().strip();
    if (code != 0) {
      throw new IOException(
          errors.isEmpty()
              ? "'" + command + "' ended with " + code
              : errors.substring(Math.max(0, errors.length() - MAX_MESSAGE_LENGTH)));
    }
    return output;
  }

  /** Starts a thread, because both outputs must be read at the same time. */
  private static void startThread(Runnable work) {
    Thread thread = new Thread(work, "statute-handler-errors");
    thread.setDaemon(true);
    thread.start();
  }

  private static Map<String, Object> requestJson(Call call) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("instance", call.instance());
    all.put("handler", call.handler());
    all.put("with", call.with());
    all.put("key", call.key());
    all.put("attempt", call.attempt());
    return all;
  }

  private static Reply parseReply(String output) {
    Map<String, @Nullable Object> all;
    try {
      all = JsonText.object(output);
    } catch (IllegalArgumentException e) {
      return Reply.of(output.isEmpty() ? null : output);
    }
    Object status = all.get("status");
    Object message = all.get("message");
    return new Reply(
        status == null ? Reply.DONE : status.toString(),
        message == null ? null : message.toString(),
        map(all.get("metadata")),
        all.get("value"),
        map(all.get("fields")));
  }

  private static Map<String, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> given ? CommandTurnHandler.values(given) : Map.of();
  }

  /** Passes lines on, and returns the last ones. */
  private String forwardErrors(InputStream stream) {
    StringBuilder kept = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        errorOutput.accept(line);
        kept.append(line).append('\n');
        if (kept.length() > 2 * MAX_MESSAGE_LENGTH) {
          kept.delete(0, kept.length() - MAX_MESSAGE_LENGTH);
        }
      }
    } catch (IOException e) {
      kept.append(e.getMessage());
    }
    return kept.toString();
  }

  private static String readText(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
