package dev.statute.turns;

/** Exception of the simulation in place of an answer. */
final class SimulatedCrash extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** True if the caller has crashed, too. */
  final boolean amnesia;

  SimulatedCrash(boolean amnesia) {
    super(amnesia ? "the process died" : "the answer was lost", null, false, false);
    this.amnesia = amnesia;
  }
}
