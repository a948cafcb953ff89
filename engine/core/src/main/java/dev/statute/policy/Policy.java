package dev.statute.policy;

import java.util.List;
import java.util.Set;

/**
 * A compiled set of rule packs, ready to judge: the seam between the interpreter and a rule engine.
 * Only {@link #judge} has to be there: what the others tell spares questions. Stateless from one
 * question to the next. Thread-safe.
 */
public interface Policy {
  /** No rules: grants nothing, vetoes nothing, finds nothing. */
  Policy NONE =
      new Policy() {
        @Override
        public boolean concerns(Proposal proposal) {
          return false;
        }

        @Override
        public boolean finds() {
          return false;
        }

        @Override
        public boolean waives() {
          return false;
        }

        @Override
        public boolean reads(Class<?> fact) {
          return false;
        }

        @Override
        public boolean counts(Counter counter) {
          return false;
        }

        @Override
        public Set<String> settings() {
          return Set.of();
        }

        @Override
        public Rulings judge(Question question) {
          return Rulings.NONE;
        }
      };

  /**
   * False if no rule could match this, known from the compiled rules; then it need not be asked;
   * true if that is not known. Cheap.
   */
  default boolean concerns(Proposal proposal) {
    return true;
  }

  /** Whether any rule gives findings; true if that is not known. */
  default boolean finds() {
    return true;
  }

  /** Whether it wants to be asked about records, even if it gives no findings. */
  default boolean observes() {
    return finds();
  }

  /** Whether any rule waives fields; true if that is not known. */
  default boolean waives() {
    return true;
  }

  /** Whether any rule looks at facts of that type; true if that is not known. */
  default boolean reads(Class<?> fact) {
    return true;
  }

  /** Whether any rule looks at that counter; true if that is not known. */
  default boolean counts(Counter counter) {
    return true;
  }

  /** Names of the settings that its rules read, which a chart may then have. */
  default Set<String> settings() {
    return Set.of();
  }

  /** Asks all rules. Never throws: a rule that does is in the answer. */
  Rulings judge(Question question);

  /**
   * Asks all rules, and has each say why it fired or did not. Costs many times as much as {@link
   * #judge}, and gives the same answer.
   */
  default Explanation explain(Question question) {
    return new Explanation(question, judge(question), List.of());
  }
}
