package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellCommandParserTest {
  private static List<String> programs(String line) {
    return ShellCommandParser.parse(line).stream()
        .map(each -> String.join(" ", each.words()))
        .toList();
  }

  @Test
  void what_is_run_by_another_program_is_what_is_run() {
    assertThat(programs("bash -lc 'cd x && pytest -q'")).containsExactly("pytest -q");
    assertThat(programs("sudo -n sh -c \"rm a; ls\"")).containsExactly("rm a", "ls");
    assertThat(programs("psql -h db -c \"INSERT INTO t VALUES (1)\" app"))
        .containsExactly("INSERT INTO t VALUES (1)");
    assertThat(programs("mysql -e 'select 1'")).containsExactly("select 1");
    assertThat(programs("sqlite3 -json a.db 'update t set a=1'"))
        .containsExactly("update t set a=1");
    assertThat(programs("docker exec -it -u root box cat /etc/hosts"))
        .containsExactly("cat /etc/hosts");
    assertThat(programs("docker compose exec web npm test")).containsExactly("npm test");
    assertThat(programs("kubectl -n x exec pod -- tail -n 3 a.log"))
        .containsExactly("tail -n 3 a.log");
    assertThat(programs("ssh -p 22 me@host 'tail a; ls b'")).containsExactly("tail a", "ls b");
    assertThat(programs("npx -y eslint src")).containsExactly("eslint src");
    assertThat(programs("poetry run pytest -x")).containsExactly("pytest -x");
    assertThat(programs("npm exec vitest")).containsExactly("vitest");
  }

  @Test
  void a_launcher_that_runs_nothing_else_is_a_program() {
    assertThat(programs("bash run.sh")).containsExactly("bash run.sh");
    assertThat(programs("docker ps")).containsExactly("docker ps");
    assertThat(programs("psql app")).containsExactly("psql app");
    assertThat(programs("npm run build")).containsExactly("npm run build");
    assertThat(programs("ssh host")).containsExactly("ssh host");
    assertThat(programs("sqlite3 a.db")).containsExactly("sqlite3 a.db");
    assertThat(programs("kubectl exec pod")).containsExactly("kubectl exec pod");
    assertThat(programs("docker exec")).containsExactly("docker exec");
  }

  @Test
  void commands_in_commands_end_somewhere() {
    assertThat(programs("sh -c \"sh -c 'sh -c ls'\"")).containsExactly("ls");
    assertThat(ShellCommandParser.parse("sh -c sh -c ".repeat(500))).isNotEmpty();
  }

  @Test
  void a_redirection_outside_counts_for_what_is_run_inside() {
    assertThat(ShellCommandParser.parse("bash -c 'echo a' > out.txt"))
        .containsExactly(new ShellCommandParser.SimpleCommand(List.of("echo", "a"), true));
  }

  @Test
  void quotes_and_backslashes_are_left_out_of_words_wherever_they_stand() {
    assertThat(programs("e'c'h\"o\" a\\ b'' \"c d\" '' e")).containsExactly("echo a b c d e");
    assertThat(programs("cat 'a")).containsExactly("cat a");
    assertThat(programs("ls\\")).containsExactly("ls\\");
  }

  @Test
  void a_line_writes_where_it_is_led_into_a_file() {
    assertThat(ShellCommandParser.parse("a > 'out file' b; c >> d && e 2>&1 | f > /dev/null; g>h"))
        .extracting(ShellCommandParser.SimpleCommand::writes)
        .containsExactly(true, true, false, false, true);
  }

  @Test
  void a_line_needs_no_spaces_around_its_signs() {
    assertThat(ShellCommandParser.parse("a >out&&b c 2>&1&&d>x;e|f>/dev/null&g 2>&1&h"))
        .extracting(simple -> String.join(" ", simple.words()) + (simple.writes() ? " writes" : ""))
        .containsExactly("a writes", "b c 2", "d writes", "e", "f", "g 2", "h");
  }
}
