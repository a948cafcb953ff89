package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.move;
import static dev.statute.drools.RuleTestSupport.on;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Progress;
import dev.statute.policy.Transition;
import dev.statute.policy.base.NewestAction;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class FailClosedTest {
  private static final long ELEVEN = Duration.ofMillis(11).toNanos();
  private static final AtomicLong NANOS = new AtomicLong();
  private static final AtomicLong WORKED = new AtomicLong();
  private static final Map<String, Error> ERRORS =
      Map.of(
          "memory", new OutOfMemoryError("Java heap space"),
          "stack", new StackOverflowError(),
          "class", new ExceptionInInitializerError("no class"),
          "other", new AssertionError("java.lang.Object"));
  private static final RunOptions OPTIONS =
      new RunOptions(
          20,
          2_000,
          Duration.ofMillis(10),
          NANOS::get,
          WORKED::get,
          new RuleListener() {
            @Override
            public void fired(RuleDescription rule, Question question) {
              if (rule.name().equals("slow")) {
                NANOS.addAndGet(ELEVEN);
                WORKED.addAndGet(ELEVEN);
              } else if (rule.name().equals("throws an error")) {
                throw ERRORS.get(question.transitions().get(0).event());
              } else if (rule.name().equals("held up")) {
                NANOS.addAndGet(ELEVEN);
              }
            }
          });
  private static final DroolsPolicy POLICY =
      RuleTestSupport.compile(
          OPTIONS,
          pack(
              "p",
              """
              package p
              import dev.statute.policy.*
              rule "always" salience 10 when $t : Transition( ) then
                insert( new Permit($t, "yes") );
              end
              rule "throws in its condition" when
                $t : Transition( event == "condition", from.substring(5) == "x" )
              then
                insert( new Deny($t, "no") );
              end
              rule "throws in a join" when
                $t : Transition( event == "join" )
                Instance( $t.targets.get(0) == "x" )
              then
                insert( new Deny($t, "no") );
              end
              rule "derives" when
                $t : Transition( event == "from" )
                String( ) from $t.targets.get(5)
              then
                insert( new Deny($t, "no") );
              end
              rule "sums up" when
                $t : Transition( event == "sum" )
                accumulate( Transition( this == $t, $from : from ); $n : sum( $from.substring(5).length() ) )
              then
                insert( new Deny($t, "no") );
              end
              rule "throws in its consequence" when $t : Transition( event == "consequence" ) then
                insert( new Deny($t, $t.from().substring(5)) );
              end
              rule "runs away" when
                $t : Transition( event == "runaway" )
                Transition( ) Transition( ) Transition( ) Transition( )
              then
                insert( new Permit($t, "again") );
              end
              rule "slow" when $t : Transition( event == "slow" ) then
                insert( new Permit($t, "at last") );
              end
              rule "held up" when $t : Transition( event == "held up" ) then
                insert( new Permit($t, "at last") );
              end
              rule "throws an error" when
                $t : Transition( event in ("memory", "stack", "class", "other") )
              then
                insert( new Permit($t, "never") );
              end
              rule "finds or waives" when Instance( data.flag("odd") ) then
                insert( new Finding("p", "i", "stop", 1, "stuck") );
                insert( new Waive("name", "known") );
              end
              rule "finds" when Progress( calls > 3 ) then
                insert( new Finding("calls", "", "hint", 1, "many") );
              end
              """));

  private static RuleError errorOf(Transition... transitions) {
    RuleVerdicts rulings = POLICY.judge(about(transitions));
    assertThat(rulings.verdicts()).isEmpty();
    assertThat(rulings.error()).isNotNull();
    return rulings.error();
  }

  private static Transition nowhere(String event) {
    return new Transition(
        RuleTestSupport.description(
            "event", event, "A", null, "", Map.of(), RuleTestSupport.instance(Map.of())));
  }

  @Test
  void a_condition_that_throws_is_an_error_of_its_rule() {
    RuleError error = errorOf(nowhere("condition"));
    assertThat(error.rule()).isEqualTo("p#throws in its condition");
    assertThat(error.place()).isEqualTo(new Place("p.drl", 6, 1));
    assertThat(error.message()).isEqualTo("asks for a part of a text that is too short");
  }

  @Test
  void a_join_that_throws_is_an_error_of_its_rule() {
    RuleError error = errorOf(nowhere("join"));
    assertThat(error.rule()).isEqualTo("p#throws in a join");
    assertThat(error.message()).isEqualTo("asks for a member that a list does not have");
  }

  @Test
  void an_exception_in_derived_facts_is_an_error_of_its_rule() {
    assertThat(errorOf(nowhere("from")).rule()).isEqualTo("p#derives");
    assertThat(errorOf(nowhere("sum")).rule()).isEqualTo("p#sums up");
  }

  @Test
  void a_consequence_that_throws_is_an_error_of_its_rule() {
    assertThat(errorOf(nowhere("consequence")).rule()).isEqualTo("p#throws in its consequence");
  }

  @Test
  void an_error_that_is_no_exception_is_an_error_of_its_rule_in_plain_words() {
    Map<String, String> messages = new TreeMap<>();
    ERRORS
        .keySet()
        .forEach(
            event -> {
              RuleError error = errorOf(on(event, "A", "B", Map.of()));
              assertThat(error.rule()).isEqualTo("p#throws an error");
              messages.put(event, error.message());
              assertThat(POLICY.judge(about(move("A", "B"))).verdicts()).hasSize(1);
            });
    assertThat(messages)
        .isEqualTo(
            Map.of(
                "memory", "needs more memory than there is",
                "stack", "nests too deeply",
                "class", "cannot be run",
                "other", "fails: AssertionError, java.lang.Object"));
  }

  @Test
  void an_error_that_is_no_exception_in_a_join_is_an_error_of_its_rule() {
    DroolsPolicy joins =
        RuleTestSupport.compile(
            OPTIONS,
            pack(
                "q",
                """
                package q
                import dev.statute.policy.*
                rule "first" when $t : Transition( event == "never" ) Instance( ) then
                  insert( new Deny($t, "no") );
                end
                rule "throws an error" when $t : Transition( ) Instance( data.num("n") > 0 ) then
                  insert( new Deny($t, "no") );
                end
                """));
    Question question =
        new Question(
            RuleTestSupport.instance(Map.of("n", 1)),
            RuleTestSupport.SETTINGS,
            List.of(),
            List.of(on("memory", "A", "B", Map.of())),
            null,
            List.of());
    assertThat(joins.judge(question).error())
        .isEqualTo(
            new RuleError(
                "q#throws an error", new Place("q.drl", 6, 1), "needs more memory than there is"));
  }

  @Test
  void a_rule_that_runs_away_is_stopped() {
    List<Transition> many = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      many.add(on("runaway", "A", "B", Map.of()));
    }
    assertThat(errorOf(many.toArray(Transition[]::new)))
        .isEqualTo(
            new RuleError(
                "p#runs away",
                new Place("p.drl", 32, 1),
                "fires more than 20 times for one question"));
  }

  @Test
  void a_rule_that_goes_beyond_the_time_budget_is_stopped() {
    Transition one = on("slow", "A", "B", Map.of());
    Transition other = on("slow", "C", "D", Map.of());
    assertThat(errorOf(one, other).message()).isEqualTo("is still firing after 10 ms");
  }

  @Test
  void time_of_a_suspended_machine_is_no_fault_of_a_rule() {
    Transition one = on("held up", "A", "B", Map.of());
    Transition other = on("held up", "C", "D", Map.of());
    RuleVerdicts rulings = POLICY.judge(about(one, other));
    assertThat(rulings.error()).isNull();
    assertThat(rulings.verdicts()).filteredOn(each -> each.rule().equals("p#held up")).hasSize(2);
  }

  @Test
  void a_verdict_that_does_not_answer_the_question_is_an_error_of_its_rule() {
    Question question =
        new Question(
            RuleTestSupport.instance(Map.of("odd", true)),
            RuleTestSupport.SETTINGS,
            List.of(),
            List.of(),
            null,
            List.of("name"));
    RuleError error = POLICY.judge(question).error();
    assertThat(error.rule()).isEqualTo("p#finds or waives");
    assertThat(error.message()).startsWith("inserted what does not answer the question: Finding[");
  }

  @Test
  void a_rule_with_findings_only_is_not_fired_for_a_transition() {
    Progress busy = Progress.of(Map.of("calls", 5), NewestAction.NONE);
    Question question =
        new Question(
            RuleTestSupport.instance(Map.of()),
            RuleTestSupport.SETTINGS,
            List.of(),
            List.of(),
            of(busy),
            List.of());
    assertThat(POLICY.judge(question).verdicts())
        .extracting(RuleVerdict::rule)
        .containsExactly("p#finds");
    assertThat(POLICY.judge(about(move("A", "B"))).verdicts())
        .extracting(RuleVerdict::rule)
        .containsExactly("p#always");
  }

  @Test
  void after_a_failure_the_next_question_is_judged_as_ever() {
    Transition move = move("A", "B");
    RuleVerdicts before = POLICY.judge(about(move));
    for (String event : List.of("condition", "join", "consequence")) {
      errorOf(nowhere(event));
      assertThat(POLICY.judge(about(move))).isEqualTo(before);
    }
  }

  private static Observation of(Progress progress) {
    return new Observation() {
      @Override
      public Progress progress() {
        return progress;
      }

      @Override
      public List<Object> facts(Predicate<Class<?>> wanted) {
        return wanted.test(Progress.class) ? List.of(progress) : List.of();
      }
    };
  }
}
