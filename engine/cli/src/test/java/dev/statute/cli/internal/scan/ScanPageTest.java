package dev.statute.cli.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanPageTest {
  private static final String CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "observer.yaml").toString();
  private static final String EVIL =
      "</script><script>alert(1)</script><img src=x onerror=alert(2)>&lt;!-- \u2028 ]]> ${x}";

  @TempDir private Path folder;

  private static String call(String tool, String output) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "tool_call");
    fields.put("tool", tool);
    fields.put("file", tool);
    fields.put("args", Map.of(output, output));
    fields.put("success", true);
    fields.put("effect", "READ");
    fields.put("output", output);
    return JsonText.write(fields);
  }

  private String page(String... lines) throws IOException {
    Path session = folder.resolve("session.jsonl");
    Files.writeString(session, String.join("\n", lines) + "\n");
    Path page = folder.resolve("page.html");
    CommandResult scanned =
        CommandResult.run("", "scan", CHART, session.toString(), "--html", page.toString());
    assertThat(scanned.code()).as(scanned.err()).isLessThan(2);
    return Files.readString(page);
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  private static Map<String, ?> data(String page) {
    return JsonText.object(all("id=\"data\">(.*?)</script>", page).get(0));
  }

  @Test
  void texts_of_logs_are_never_markup() throws Exception {
    String evil = call(EVIL, EVIL);
    String page = page(evil, evil, evil, evil);
    assertThat(page).doesNotContain("alert(1)</script>").doesNotContain("<img");
    assertThat(all("(<script|<img|<iframe|<link|<svg|<object)", page))
        .containsExactly("<script", "<script");
    assertThat(data(page).toString()).contains("onerror=alert(2)");
  }

  @Test
  void only_the_own_script_may_run_and_nothing_is_loaded() throws Exception {
    String page = page(call("read", "a"));
    String script = all("<script>(.*?)</script>", page).get(0);
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
    assertThat(page)
        .contains("default-src 'none'")
        .contains("script-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
    assertThat(all("((?:src|href)=|https?://|url\\(|@import|fetch\\(|innerHTML)", page)).isEmpty();
  }

  @Test
  void a_session_is_there_with_its_records_its_findings_and_what_was_wasted() throws Exception {
    Map<String, ?> data = data(page(call("read", "a"), call("read", "a"), call("read", "a")));
    Map<?, ?> session = (Map<?, ?>) ((List<?>) data.get("sessions")).get(0);
    assertThat((List<?>) session.get("beats"))
        .first()
        .isEqualTo(List.of(1L, "tool_call", "read", "READ", 0L, "a: a", "a"));
    List<?> mark = (List<?>) ((List<?>) session.get("marks")).get(0);
    assertThat(mark.subList(0, 4)).isEqualTo(List.<Object>of(3L, "same-action", "hint", 3L));
    assertThat(mark.get(7)).isEqualTo(List.of(1L, 2L, 3L));
    assertThat(session.get("wasted")).isEqualTo(0L);
  }

  @Test
  void calls_without_progress_after_the_first_finding_are_wasted() throws Exception {
    String same = call("read", "a");
    String other = call("read", "b").replace("\"output\":\"b\"", "\"output\":\"text of b\"");
    String[] lines = {same, same, same, same, same, other};
    Map<?, ?> session = (Map<?, ?>) ((List<?>) data(page(lines)).get("sessions")).get(0);
    assertThat(session.get("after")).isEqualTo(3L);
    assertThat(session.get("wasted")).isEqualTo(2L);
  }
}
