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
    assertThat(programs("yarn run test")).containsExactly("yarn run test");
    assertThat(programs("command -v jest && command ls")).containsExactly("command -v jest", "ls");
    assertThat(programs("docker run --rm box")).containsExactly("docker run --rm box");
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

  @Test
  void an_escaped_quote_does_not_end_a_text() {
    assertThat(ShellCommandParser.parse("grep \"say \\\"a; b\\\" > c\" d.txt"))
        .containsExactly(
            new ShellCommandParser.SimpleCommand(
                List.of("grep", "say \"a; b\" > c", "d.txt"), false));
    assertThat(programs("grep 'a\\' b; ls \"C:\\x\" \"a\\\\\""))
        .containsExactly("grep a\\ b", "ls C:\\x a\\");
  }

  @Test
  void a_comment_is_no_command() {
    assertThat(programs("# don't know; look > there\nls a#b '#c' # d; e\n#\npwd #"))
        .containsExactly("ls a#b #c", "pwd");
  }

  @Test
  void a_backslash_at_the_end_of_a_line_continues_the_command() {
    assertThat(programs("git \\\n  log\\\n -1\nls")).containsExactly("git log -1", "ls");
  }

  @Test
  void a_document_that_a_program_reads_is_no_command() {
    assertThat(ShellCommandParser.parse("python3 - <<'EOF'\nif a > 1:\n  rm(\"x)\nEOF\nls"))
        .extracting(simple -> simple.program() + (simple.writes() ? " writes" : ""))
        .containsExactly("python3", "ls");
    assertThat(programs("cat <<-A | wc -l\n\trm a\n\tA\r\npwd"))
        .containsExactly("cat <<-A", "wc -l", "pwd");
    assertThat(programs("git commit -m \"$(cat <<'EOF'\nit's \"done\"; rm\nEOF\n)\" && ls"))
        .containsExactly("git commit -m $(cat <<'EOF'\n)", "ls");
    assertThat(programs("bash <<X\nrm a\nX\ncat <<Y\nb\nY"))
        .containsExactly("bash <<X", "rm a", "cat <<Y");
    assertThat(programs("cat > run.sh <<X\nrm a\nX")).containsExactly("cat <<X");
    assertThat(programs("cat <<X\nls")).containsExactly("cat <<X", "ls");
    assertThat(programs("grep a <<< 'b'\nls")).containsExactly("grep a <<< b", "ls");
  }

  @Test
  void words_around_commands_are_none_of_them() {
    assertThat(programs("for f in *.c; do cat $f; done")).containsExactly("cat $f");
    assertThat(programs("while true; do sleep 5; done")).containsExactly("sleep 5");
    assertThat(programs("if grep -q a b; then ls; fi")).containsExactly("grep -q a b", "ls");
    assertThat(programs("(cd c && npm test)")).containsExactly("npm test");
    assertThat(ShellCommandParser.parse("{ ls; pwd; } && (ls; pwd) > out"))
        .extracting(simple -> simple.program() + (simple.writes() ? " writes" : ""))
        .containsExactly("ls", "pwd", "ls", "pwd writes");
    assertThat(programs("find . \\( -name a \\)")).containsExactly("find . ( -name a )");
  }

  @Test
  void several_options_of_a_prefix_are_skipped() {
    assertThat(programs("sudo -E -H -u bob pip install x")).containsExactly("pip install x");
    assertThat(programs("timeout -k 5 10 ls")).containsExactly("ls");
    assertThat(programs("find a | xargs -0 -n 1 rm")).containsExactly("find a", "rm");
    assertThat(programs("find a | xargs -I {} rm {}")).containsExactly("find a", "rm {}");
  }

  @Test
  void options_of_wrappers_take_a_value_or_not() {
    assertThat(programs("docker exec -i box cat a")).containsExactly("cat a");
    assertThat(programs("docker compose -f x.yml exec -T db ls")).containsExactly("ls");
    assertThat(programs("docker run --rm -v /a:/b -w /b --name c box npm test"))
        .containsExactly("npm test");
    assertThat(programs("docker compose run --rm web ls")).containsExactly("ls");
    assertThat(programs("docker run --restart no --cap-add ALL --net host box ls"))
        .containsExactly("ls");
    assertThat(programs("docker run --rm --entrypoint pytest box -q tests"))
        .containsExactly("pytest -q tests");
    assertThat(programs("docker run --entrypoint=cat box 'a b'")).containsExactly("cat a b");
    assertThat(programs("docker run --entrypoint ls box")).containsExactly("ls");
    assertThat(programs("ssh -n -i key me@host ls")).containsExactly("ls");
    assertThat(programs("docker exec box grep 'a; b' c")).containsExactly("grep a; b c");
    assertThat(programs("kubectl exec pod -- sh -c 'ls; pwd'")).containsExactly("ls", "pwd");
  }

  @Test
  void a_comparison_in_sql_writes_no_file() {
    assertThat(ShellCommandParser.parse("psql -c 'select a from b where c > 5' db"))
        .extracting(ShellCommandParser.SimpleCommand::writes)
        .containsExactly(false);
    assertThat(
            ShellCommandParser.parse("SELECT a FROM b WHERE c >= 5; UPDATE b SET a = 1 WHERE a>2"))
        .extracting(ShellCommandParser.SimpleCommand::writes)
        .containsExactly(false, false);
    assertThat(ShellCommandParser.parse("psql -c 'select 1' > out"))
        .extracting(ShellCommandParser.SimpleCommand::writes)
        .containsExactly(true);
  }

  @Test
  void output_and_errors_are_led_into_a_file_together() {
    assertThat(ShellCommandParser.parse("a &> b; c&>/dev/null; d &>>e & f"))
        .extracting(simple -> simple.program() + (simple.writes() ? " writes" : ""))
        .containsExactly("a writes", "c", "d writes", "f");
  }

  @Test
  void what_a_block_puts_out_goes_into_a_file() {
    assertThat(ShellCommandParser.parse("{ a; } > x; for f in *; do b; done >> y; { c; } 2>&1"))
        .extracting(simple -> simple.program() + (simple.writes() ? " writes" : ""))
        .containsExactly("a", "} writes", "b", "done writes", "c");
  }

  @Test
  void a_command_within_an_assignment_is_a_command() {
    assertThat(programs("cat a; OUT=$(./deploy.sh --all); echo b"))
        .containsExactly("cat a", "deploy.sh --all", "echo b");
    assertThat(programs("R=$(make -j4)")).containsExactly("make -j4");
    assertThat(programs("R=\"$(npm test 2>/dev/null)\" && echo \"$R\""))
        .containsExactly("npm test 2", "echo $R");
    assertThat(programs("export R=`npm test | tail -n 3`; ls"))
        .containsExactly("npm test", "tail -n 3", "ls");
    assertThat(programs("R=\"$(grep \"a b\" \"$(ls c)\")\"; pwd"))
        .containsExactly("grep a b $(ls c)", "pwd");
    assertThat(programs("while [ \"$(docker ps -q)\" ]; do sleep 2; done"))
        .containsExactly("docker ps -q", "[ $(docker ps -q) ]", "sleep 2");
    assertThat(programs("A=$(pwd) B=$((1+2)) C=\"$(date -u)\" make x")).containsExactly("make x");
  }

  @Test
  void an_operator_of_json_in_sql_starts_no_comment() {
    assertThat(programs("psql -c \"select a #>> '{b}' from t; delete from t\""))
        .contains("delete from t");
    assertThat(programs("select a #- '{b}' from t; delete from t")).contains("delete from t");
    assertThat(programs("#--- don't\nls")).containsExactly("ls");
  }

  @Test
  void a_document_is_found_after_a_shift_or_another_document() {
    assertThat(programs("python -c \"print(1<<x)\"; cat <<'EOF' > f\nit's\nEOF\npytest"))
        .containsExactly("python -c print(1<<x)", "cat <<EOF", "pytest");
    assertThat(programs("cat <<A > a; cat <<B > b\nit's\nA\nrm <<C\nB\nls"))
        .containsExactly("cat <<A", "cat <<B", "ls");
    assertThat(programs("bash <<A; cat <<B\nrm a\nA\nrm b\nB\nls"))
        .containsExactly("bash <<A", "cat <<B", "rm a", "rm b", "ls");
    assertThat(ShellCommandParser.parse("a <<x\n".repeat(100_000))).isNotEmpty();
  }

  @Test
  void a_document_that_a_shell_reads_is_run() {
    assertThat(programs("su bob <<X\nrm a\nX")).containsExactly("su bob <<X", "rm a");
    assertThat(programs("pwsh <<X\nrm a\nX")).containsExactly("pwsh <<X", "rm a");
    assertThat(programs("powershell - <<X\nrm a\nX")).containsExactly("powershell - <<X", "rm a");
  }

  @Test
  void a_substitution_within_a_group_does_not_close_it() {
    assertThat(programs("(cd x && echo $(date) && npm test); ls"))
        .containsExactly("echo $(date)", "npm test", "ls");
  }

  @Test
  void a_command_in_the_list_of_a_loop_is_a_command() {
    assertThat(programs("for x in $(rm -rf build); do ls; done"))
        .containsExactly("rm -rf build", "ls");
    assertThat(programs("for x in `rm -rf build`; do ls; done"))
        .containsExactly("rm -rf build", "ls");
    assertThat(programs("for i in $(seq 1 9); do sleep 5; done")).containsExactly("sleep 5");
    assertThat(programs("for i in $(ls | head); do pwd; done"))
        .containsExactly("ls", "head", "pwd");
  }

  @Test
  void a_word_in_the_list_of_a_loop_is_no_command() {
    assertThat(programs("for x in \"my file\" b; do cat \"$x\"; done")).containsExactly("cat $x");
    assertThat(programs("for x in \"a $(ls b)\" 'c d'; do pwd; done"))
        .containsExactly("ls b", "pwd");
  }

  @Test
  void a_substitution_without_an_end_ends_somewhere() {
    assertThat(programs("echo `ls")).containsExactly("echo `ls");
    assertThat(programs("echo \"$(ls\"; pwd")).containsExactly("echo $(ls", "pwd");
    assertThat(ShellCommandParser.parse("x=\"$(".repeat(1_000))).isEmpty();
    assertThat(ShellCommandParser.parse("$(x `".repeat(800))).isNotEmpty();
  }

  @Test
  void a_program_of_windows_is_known_without_its_folder_and_ending() {
    assertThat(programs("C:\\Py\\python.exe -m pytest; .\\gradlew.BAT test; \\rm a"))
        .containsExactly("python -m pytest", "gradlew test", "rm a");
    assertThat(programs("cmd.exe /c \"npm.cmd test\"")).containsExactly("npm test");
    assertThat(programs("powershell.exe -NoProfile -Command \"type C:\\a\\b.txt\""))
        .containsExactly("type C:\\a\\b.txt");
    assertThat(ShellCommandParser.parse("type a 2>$null; dir b > nul"))
        .extracting(ShellCommandParser.SimpleCommand::writes)
        .containsExactly(false, false);
    assertThat(programs("cp a\\ b c\\;d .exe")).containsExactly("cp a b c;d .exe");
  }

  @Test
  void words_that_only_steer_are_no_commands() {
    assertThat(programs(". venv/bin/activate && ls || exit 1")).containsExactly("ls");
    assertThat(programs("for f in *; do ls $f && break; done")).containsExactly("ls $f");
  }

  @Test
  void a_sign_of_documents_at_the_end_of_a_text_starts_none() {
    assertThat(programs("echo \"see <<EOF\"; ls\ncat x\nEOF"))
        .containsExactly("echo see <<EOF", "ls", "cat x", "EOF");
    assertThat(programs("cat <<\"EOF\" <<\\A\nb\nEOF\nc\nA")).containsExactly("cat <<EOF <<A");
    assertThat(programs("echo \"see <<EOF here\"\npytest\ncat <<EOF > f\nit's\nEOF\nls"))
        .containsExactly("echo see <<EOF here", "pytest", "cat <<EOF", "ls");
    assertThat(programs("grep '<<EOF x' a # don't <<EOF\nrm b\nEOF"))
        .containsExactly("grep <<EOF x a", "rm b", "EOF");
    assertThat(
            programs("bash -c \"cat <<A > f\nit's\nA\nls\" && echo \"$(cat <<B\n\"\nB\n)\"; pwd"))
        .containsExactly("cat <<A", "ls", "echo $(cat <<B\n)", "pwd");
  }

  @Test
  void one_word_of_a_list_is_a_line() {
    assertThat(ShellCommandParser.join(List.of("git push --force"))).isEqualTo("git push --force");
    assertThat(ShellCommandParser.join(List.of("echo", "a b"))).isEqualTo("echo 'a b'");
  }
}
