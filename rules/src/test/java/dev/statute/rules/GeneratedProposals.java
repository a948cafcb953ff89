package dev.statute.rules;

import dev.statute.policy.Candidate;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Values;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** Generated questions with realistic facts, from a seed. */
public final class GeneratedProposals {
  private final Random random;
  private final Settings settings;

  /** Creates a generator with the defaults of the packs' settings and some changes. */
  public GeneratedProposals(Random random, List<Pack> packs, Map<String, ?> changes) {
    this.random = random;
    Map<String, Object> all = new LinkedHashMap<>();
    for (Pack pack : packs) {
      pack.settings()
          .forEach(
              (key, declared) -> {
                if (declared.initial() != null) {
                  all.put(key, declared.initial());
                }
              });
    }
    all.putAll(changes);
    settings = Settings.of(all);
  }

  private String pick(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }

  /** Creates a question about transitions or candidates with these words. */
  public Question aboutProposals(List<String> states, List<String> events, List<String> guards) {
    List<Transition> transitions = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("interactions", (long) random.nextInt(4));
    data.put("skipped", random.nextBoolean() ? List.of("name", "age") : List.of());
    Instance instance = new Instance("i", "c", 1, List.of(pick(states)), Values.of(data), 5, 0, "");
    boolean guarded = random.nextBoolean();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String from = pick(states);
      String to = pick(states);
      Proposal.Description description =
          new Proposal.Description(
              "c",
              from,
              to,
              List.of(to),
              from,
              pick(events),
              random.nextBoolean() ? "move" : "event",
              random.nextBoolean(),
              guarded ? pick(guards) : "",
              List.of(),
              Values.of(data),
              instance,
              () -> Progress.NONE,
              settings,
              from::equals,
              to::equals);
      if (guarded) {
        candidates.add(new Candidate(description));
      } else {
        transitions.add(new Transition(description));
      }
    }
    List<String> fields = random.nextBoolean() ? List.of("name", "city") : List.of();
    return new Question(instance, settings, candidates, transitions, null, fields);
  }

  /** Creates a question about each record of a session. */
  public void aboutRecords(int length, Consumer<Question> asked) {
    Instance instance = new Instance("i", "c", 1, List.of(), Values.of(Map.of()), 0, 0, "");
    ProgressTracker tracking = ProgressTrackerFactory.installed().tracker(settings);
    ProgressState tracker = ProgressState.NONE;
    long now = 0;
    for (SessionRecord record : InvariantsTest.session(random, length)) {
      now += random.nextInt(20_000);
      tracker =
          tracking
              .record(tracker, record.fields(), now)
              .judgedBy(
                  observation -> {
                    asked.accept(
                        new Question(
                            instance, settings, List.of(), List.of(), observation, List.of()));
                    return RuleVerdicts.NONE;
                  })
              .state();
    }
  }
}
