package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Candidate;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties over generated questions, with rules of every shape. */
@Tag("long")
class GeneratedProposalsTest {
  private static final long SEED = 20260117;
  private static final List<String> STATES = List.of("A", "B", "C", "D");
  private static final List<String> EVENTS = List.of("", "go", "stop", "go.on");

  /** Field tests of many shapes, which {@code concerns} must support or ignore. */
  static final List<String> CONDITIONS =
      List.of(
          "from == \"A\", to == \"B\"",
          "from == \"A\" && event == \"go\"",
          "from == \"A\" || to == \"C\"",
          "from == \"A\" || == \"B\"",
          "event in (\"go\", \"stop\"), from in (\"A\", \"C\")",
          "\"D\" == to",
          "!(from == \"A\"), kind == \"move\"",
          "from != \"A\", event == \"stop\"",
          "to == \"B\" || (event == \"go\" && from == \"D\")",
          "kind == \"event\", leaves(\"B\")",
          "payload.num(\"n\") > 3, from == \"C\"",
          "payload.text(\"n\") == \"abc\"",
          "payload.has(\"n\"), payload.num(\"n\") != 5",
          "payload.flag(\"f\") == true, event matches \"g.*\"",
          "targets contains \"C\", source == \"D\"",
          "instance.in(\"A\"), to == null || to == \"A\"",
          "instance.data.list(\"l\").size() > 1, event == \"\"",
          "from == to");

  private static final DroolsPolicy POLICY = RuleTestSupport.compile(pack("p", rules()));

  static String rules() {
    StringBuilder drl = new StringBuilder("package p\nimport dev.statute.policy.*\n");
    List<String> verdicts = List.of("Deny", "Permit", "Ignore");
    for (int i = 0; i < CONDITIONS.size(); i++) {
      drl.append("rule \"t").append(i).append("\" when $t : Transition( ");
      drl.append(CONDITIONS.get(i)).append(" ) then insert( new ");
      drl.append(verdicts.get(i % 3)).append("($t, \"").append(i).append("\") ); end\n");
    }
    return drl
        + """
        rule "granted" when $c : Candidate( guard == "key", from == "A" ) then
          insert( new Grant($c, "key") );
        end
        rule "either" when $c : Candidate( guard == "key" || event == "go" ) then
          insert( new Grant($c, "either") );
        end
        rule "two at once" when
          $a : Transition( from == "A" )
          $b : Transition( this != $a, from == $a.from )
        then
          insert( new Deny($a, "two") );
        end
        rule "nothing else moves" when
          $t : Transition( kind == "move" )
          not Transition( kind == "event" )
        then
          insert( new Permit($t, "alone") );
        end
        rule "while resting" when
          $t : Transition( to == "D" )
          Instance( in("A") || in("B"), data.num("n") >= 2 )
          accumulate( Transition( listed, $from : from ); $n : count( $from ); $n > 1 )
        then
          insert( new Redirect($t, "C", "resting") );
        end
        rule "sum first" when
          accumulate( Transition( payload.has("n"), $n : payload.num("n") ); $sum : sum( $n ), $most : max( $n ) )
          $t : Transition( from == "A" )
        then
          insert( new Deny($t, "sum " + $sum + ", most " + $most) );
        end
        rule "average of the others" when
          $t : Transition( from == "B" )
          accumulate( Transition( this != $t, payload.has("n"), $n : payload.num("n") ); $mean : average( $n ) )
        then
          insert( new Permit($t, "mean " + $mean) );
        end
        rule "always" when then
          insert( new Waive("f", "always") );
        end
        rule "none" when not Transition( to == "C" ) then
          insert( new Waive("f", "none") );
        end
        rule "some" when exists Transition( to == "C" ) then
          insert( new Waive("f", "some") );
        end
        rule "all" when forall( Transition( from == "A" ) ) then
          insert( new Waive("f", "all") );
        end
        rule "few" when
          accumulate( Transition( $to : to ); $n : count( $to ); $n < 2 )
        then
          insert( new Waive("f", "few") );
        end
        rule "one or the other" when
          ( not Transition( to == "B" ) or Transition( from == "C" ) )
        then
          insert( new Waive("f", "one") );
        end
        """;
  }

  static String rule(String condition) {
    return "package p\nimport dev.statute.policy.*\nrule \"r\" when $t : Transition( "
        + condition
        + " ) then insert( new Deny($t, \"no\") ); end\n";
  }

  static Question question(Random random) {
    List<Transition> transitions = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String to = random.nextInt(5) == 0 ? null : pick(random, STATES);
      var description =
          RuleTestSupport.description(
              random.nextBoolean() ? "move" : "event",
              pick(random, EVENTS),
              pick(random, STATES),
              to,
              random.nextBoolean() ? "key" : "",
              payload(random),
              RuleTestSupport.instance(payload(random), pick(random, STATES)));
      if (random.nextInt(3) == 0) {
        candidates.add(new Candidate(description));
      } else {
        transitions.add(new Transition(description));
      }
    }
    return new Question(
        RuleTestSupport.instance(payload(random), pick(random, STATES)),
        RuleTestSupport.SETTINGS,
        candidates,
        transitions,
        null,
        random.nextInt(3) == 0 ? List.of() : List.of("f"));
  }

  private static Map<String, Object> payload(Random random) {
    Map<String, Object> payload = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      payload.put("n", random.nextBoolean() ? (Object) "abc" : random.nextInt(8));
    }
    if (random.nextBoolean()) {
      payload.put("f", random.nextBoolean() ? (Object) "true" : Boolean.TRUE);
    }
    if (random.nextInt(4) == 0) {
      payload.put("l", List.of(1, 2));
    }
    return payload;
  }

  private static String pick(Random random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** Answer in a form that can be compared between runs, in its order. */
  private static List<String> verdictsOf(RuleVerdicts rulings) {
    assertThat(rulings.error()).isNull();
    return rulings.verdicts().stream().map((RuleVerdict r) -> r.rule() + r.verdict()).toList();
  }

  private static List<Question> questions(int count) {
    Random random = new Random(SEED);
    List<Question> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(question(random));
    }
    return all;
  }

  @Test
  void a_proposal_that_concerns_no_rule_gets_no_verdict() {
    List<Question> questions = questions(300);
    int passed = 0;
    for (String condition : CONDITIONS) {
      DroolsPolicy policy = RuleTestSupport.compile(pack("p", rule(condition)));
      for (Question question : questions) {
        for (Transition transition : question.transitions()) {
          if (!policy.mayMatch(transition)) {
            passed++;
            assertThat(verdictsOf(policy.judge(about(transition)))).as(condition).isEmpty();
          }
        }
      }
    }
    assertThat(passed).isGreaterThan(1_000);
  }

  @Test
  void omitting_proposals_that_concern_no_rule_changes_no_answer() {
    for (Question question : questions(2_000)) {
      Question less =
          new Question(
              question.instance(),
              question.settings(),
              question.candidates().stream().filter(POLICY::mayMatch).toList(),
              question.transitions().stream().filter(POLICY::mayMatch).toList(),
              null,
              question.fields());
      assertThat(verdictsOf(POLICY.judge(less)))
          .as("seed %d", SEED)
          .isEqualTo(verdictsOf(POLICY.judge(question)));
    }
  }

  @Test
  void a_condition_means_the_same_in_the_first_and_in_the_ten_thousandth_question() {
    List<Question> questions = questions(200);
    DroolsPolicy cold = RuleTestSupport.compile(pack("p", rules()));
    List<List<String>> first = new ArrayList<>();
    questions.forEach(question -> first.add(verdictsOf(cold.judge(question))));
    assertThat(first.stream().mapToInt(List::size).sum()).isGreaterThan(200);
    for (int round = 0; round < 50; round++) {
      for (int i = 0; i < questions.size(); i++) {
        assertThat(verdictsOf(cold.judge(questions.get(i)))).isEqualTo(first.get(i));
      }
    }
  }

  @Test
  void the_order_of_questions_does_not_matter() {
    List<Question> questions = questions(1_000);
    List<List<String>> forwards = new ArrayList<>();
    questions.forEach(question -> forwards.add(verdictsOf(POLICY.judge(question))));
    for (int i = questions.size() - 1; i >= 0; i--) {
      assertThat(verdictsOf(POLICY.judge(questions.get(i)))).isEqualTo(forwards.get(i));
    }
  }

  /** Handles of facts are reused if rules only join facts. */
  @Test
  void joins_answer_every_question_like_the_first() {
    DroolsPolicy joins =
        RuleTestSupport.compile(
            pack(
                "p",
                """
                package p
                import dev.statute.policy.*
                rule "same place" when
                  $a : Transition( from == "A", $to : to )
                  $b : Transition( this != $a, to == $to )
                then insert( new Deny($a, "same " + $to) ); end
                rule "more" when
                  Instance( data.has("n"), $n : data.num("n") )
                  $t : Transition( payload.has("n"), payload.num("n") > $n )
                then insert( new Permit($t, "more than " + $n) ); end
                rule "in the state" when
                  $t : Transition( $from : from )
                  Instance( configuration contains $from, data.has("n"), $n : data.num("n") )
                  Settings( num("limit") > $n )
                then insert( new Deny($t, "in " + $from) ); end
                rule "key" when
                  $c : Candidate( guard == "key", $from : from )
                  $d : Candidate( from == $from, event == "go" )
                then insert( new Grant($c, "with " + $from) ); end
                rule "alone" when $t : Transition( to == "D" ) then
                  insert( new Ignore($t, "alone") );
                end
                """));
    int verdicts = 0;
    for (Question question : questions(1_000)) {
      List<String> fresh = verdictsOf(joins.explain(question).verdicts());
      assertThat(verdictsOf(joins.judge(question))).as("seed %d", SEED).isEqualTo(fresh);
      verdicts += fresh.size();
    }
    assertThat(verdicts).isGreaterThan(500);
  }

  /**
   * A rule on one proposal is fired without the network; an additional {@code Instance()} has the
   * same meaning, but is a join.
   */
  @Test
  void a_rule_has_the_same_verdicts_with_and_without_the_network() {
    DroolsPolicy alone = RuleTestSupport.compile(pack("p", alphas("")));
    DroolsPolicy joined = RuleTestSupport.compile(pack("p", alphas("Instance( )")));
    int verdicts = 0;
    for (Question question : questions(3_000)) {
      List<String> expected = verdictsOf(joined.judge(question));
      assertThat(verdictsOf(alone.judge(question))).as("seed %d", SEED).isEqualTo(expected);
      assertThat(verdictsOf(alone.explain(question).verdicts())).isEqualTo(expected);
      verdicts += expected.size();
    }
    assertThat(verdicts).isGreaterThan(10_000);
  }

  /** Rules of every verdict, with constants and with bound values, with one pattern and more. */
  private static String alphas(String more) {
    List<String> verdicts =
        List.of(
            "Deny($t, \"no \\\"\\t\\\\ é\")",
            "Permit($t, \"from \" + $from)",
            "Ignore($t, \"\")",
            "Redirect($t, \"C\", \"there\")",
            "Redirect($t, $from, \"back\")",
            "Deny($t, $t.event())");
    StringBuilder drl = new StringBuilder("package p\nimport dev.statute.policy.*\n");
    for (int i = 0; i < CONDITIONS.size(); i++) {
      drl.append("rule \"t%d\" salience %d when $t : Transition( ".formatted(i, i % 4));
      drl.append(CONDITIONS.get(i)).append(", $from : from ) ").append(more);
      drl.append(" then insert( new ").append(verdicts.get(i % verdicts.size()));
      drl.append(" ); end\n");
    }
    return drl
        + """
        rule "key" when $c : Candidate( guard == "key", $e : event, from in ("A", "B") ) %1$s then
          insert( new Grant($c, "key") );
        end
        rule "two" when $c : Candidate( guard == "key" || event == "go" ) %1$s then
          insert( new Grant($c, "one") );
          insert( new Grant($c, "two") );
        end
        rule "either" when $t : Transition( from == "A" || to == "B" ) %1$s then
          insert( new Deny($t, "either") );
        end
        rule "off" enabled false when $t : Transition( from == "A" ) %1$s then
          insert( new Deny($t, "off") );
        end
        rule "never twice" no-loop true when $t : Transition( kind == "move" ) %1$s then
          String $why = "a move";
          insert( new Permit($t, $why) );
        end
        """
            .formatted(more);
  }

  /** No state of a question remains. */
  @Test
  void every_question_is_answered_like_the_first() {
    for (Question question : questions(60)) {
      List<String> fresh = verdictsOf(POLICY.explain(question).verdicts());
      assertThat(verdictsOf(POLICY.judge(question))).as("seed %d", SEED).isEqualTo(fresh);
      assertThat(verdictsOf(POLICY.judge(question))).as("seed %d", SEED).isEqualTo(fresh);
    }
  }

  @Test
  void eight_threads_get_the_answers_of_one() throws Exception {
    List<Question> questions = questions(1_000);
    List<List<String>> alone = new ArrayList<>();
    questions.forEach(question -> alone.add(verdictsOf(POLICY.judge(question))));
    // eight threads on a busy machine may be suspended for a second
    RunOptions slowOptions =
        new RunOptions(
            1_000,
            Integer.MAX_VALUE,
            Duration.ofMinutes(5),
            System::nanoTime,
            System::nanoTime,
            RuleListener.NONE);
    DroolsPolicy shared = RuleTestSupport.compile(slowOptions, pack("p", rules()));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Integer>> askers = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        Random random = new Random(SEED + thread);
        askers.add(
            () -> {
              int wrong = 0;
              for (int i = 0; i < 10_000; i++) {
                int at = random.nextInt(questions.size());
                wrong += verdictsOf(shared.judge(questions.get(at))).equals(alone.get(at)) ? 0 : 1;
              }
              return wrong;
            });
      }
      for (Future<Integer> asker : threads.invokeAll(askers)) {
        assertThat(asker.get()).isZero();
      }
    } finally {
      threads.shutdown();
    }
  }
}
