package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Progress;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.RuleVerdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of work by the shipped {@code tools.yaml}. */
class ShippedToolsTest {
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());

  private static String effect(SessionRecord record) {
    List<String> seen = new ArrayList<>();
    FULL.tracking()
        .record(ProgressState.NONE, record.fields(), 0)
        .judgedBy(observation -> note(observation, seen));
    return seen.get(0);
  }

  private static RuleVerdicts note(Observation observation, List<String> seen) {
    seen.add(((Progress) observation.facts(Progress.class::equals).get(0)).effect());
    return RuleVerdicts.NONE;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      textBlock =
          """
          TEST       | python3.11 -m pytest -q
          TEST       | python -u -m pytest
          TEST       | coverage run --source=a -m unittest
          EXEC       | python a.py -m pytest
          EXEC_WRITE | py -m pip install x
          TEST       | npm run test:unit
          EXEC_WRITE | npm run lint:fix
          TEST       | npm run -s test
          TEST       | yarn run test
          TEST       | yarn run jest
          TEST       | pnpm vitest run
          TEST       | pnpm --filter a test
          READ       | npm ls
          EXEC       | npm run start
          TEST       | node --test
          TEST       | docker run --rm -v $PWD:/w img pytest
          POLL       | docker compose -f x.yml ps
          EXEC_WRITE | docker compose up -d
          TEST       | OUT=$(pytest -q 2>&1); echo "$OUT" | tail -5
          EXEC_WRITE | sed -i.bak s/a/b/ f
          EXEC_WRITE | sed -Ei s/a/b/ f
          EXEC_WRITE | sed --in-place=.b s/a/b/ f
          READ       | sed -es/i/a/ f
          EXEC_WRITE | perl -pi -e s/a/b/ f
          EXEC_WRITE | perl -0pi -e s/a/b/ f
          EXEC       | perl -MList::Util -e 1
          EXEC_WRITE | find . -type f -exec sed -i s/a/b/ {} +
          SEARCH     | find . -print
          EDIT       | apply_patch "*** Begin Patch"
          READ       | test -f x && cat x
          READ       | [ -f x ] && cat x
          EXEC       | scripts/test unit
          READ       | command -v pytest
          READ       | . venv/bin/activate && cat a
          POLL       | while ! curl -s localhost:8080; do sleep 1; done
          POLL       | for i in 1 2 3; do curl -s localhost && break; sleep 2; done
          EXEC       | for u in a b; do curl -O $u; sleep 1; done
          EXEC       | while read f; do ./x $f; sleep 1; done < list
          EXEC       | while IFS= read -r f; do ./x $f; sleep 1; done < list
          EXEC       | ./deploy.sh && sleep 5 && echo "wait while it starts"
          EXEC       | perl script.pl -input x
          EXEC       | node cli.js --test
          TEST       | node --test
          EXEC       | npm run find
          EXEC       | python -u a.py -m pytest
          TEST       | python -u -m pytest
          READ       | Get-Content a.txt | Select-Object -First 20
          EXEC_WRITE | Set-Content -Path a.txt -Value x
          TEST       | cd C:\\x; .\\gradlew.bat test 2>$null
          """)
  void a_command_line_is_known_by_its_programs(String effect, String line) {
    assertThat(effect(run(line, "x"))).isEqualTo(effect);
  }

  @ParameterizedTest
  @CsvSource({
    "file_editor, view, READ",
    "file_editor, str_replace, EDIT",
    "todo_write, , THINK",
    "manage_todo_list, read, THINK",
    "mcp__plan__sequentialthinking, , THINK",
    "read_lints, , TEST"
  })
  void a_tool_is_known_by_its_name(String tool, String command, String effect) {
    Map<String, Object> args = command == null ? Map.of() : Map.of("command", command);
    assertThat(effect(call(tool, "args", args))).isEqualTo(effect);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(Bash completed with no output)", "Tool ran without output", "No output"})
  void a_search_that_finds_nothing_is_empty_in_the_words_of_each_program(String output) {
    List<SessionRecord> searches =
        SessionRecords.times(7, i -> run("grep -rn word" + i + " src", output));
    assertThat(FULL.found(searches)).containsExactly("7:nothing-found:hint");
  }
}
