package dev.statute.turns;

/** What the simulation throws in place of an answer. */
final class SimulatedCrash extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Whether whoever asked is dead, too, and remembers nothing. */
  final boolean amnesia;

  SimulatedCrash(boolean amnesia) {
    super(amnesia ? "the process died" : "the answer was lost", null, false, false);
    this.amnesia = amnesia;
  }
}
