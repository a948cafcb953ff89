package dev.statute.guard;

/**
 * Stop of an agent in this process: its chart halted the session, and no further call is made. The
 * loop that asks the model must end with it.
 */
public final class AgentStopException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient AgentHalt halt;

  AgentStopException(AgentHalt halt) {
    super("the agent was halted: " + halt.reason());
    this.halt = halt;
  }

  /** Reason of the stop, with the rule and its place. */
  public AgentHalt halt() {
    return halt;
  }
}
