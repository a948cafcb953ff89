package dev.statute.server.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Main class of the playground's process: a request per line of standard input, a reply per line of
 * standard output. Ends with its input.
 */
public final class PlaygroundWorker {
  private PlaygroundWorker() {}

  /** Serves until the end of the input. */
  public static void main(String[] arguments) throws IOException {
    PrintStream replies = new PrintStream(System.out, false, UTF_8);
    System.setOut(System.err); // a library that prints must not break the protocol
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    Path folder = Path.of("").toAbsolutePath();
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      replies.print(JsonText.write(reply(folder, line)) + "\n");
      replies.flush();
    }
  }

  private static Map<String, @Nullable Object> reply(Path folder, String line) throws IOException {
    PlaygroundFiles files = PlaygroundFiles.write(folder, JsonText.object(line));
    try {
      return new PlaygroundRun(files).play();
    } catch (RuntimeException | StackOverflowError e) {
      Map<String, @Nullable Object> failed = new LinkedHashMap<>();
      failed.put("failure", String.valueOf(e));
      return failed;
    }
  }
}
