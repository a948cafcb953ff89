package dev.statute.guard;

import java.util.List;

/**
 * Harmless proposal of a call, to be fired through the hook that an agent's configuration names.
 *
 * @param command words of the command that runs the hook
 * @param payload text for its standard input
 * @param instance id of the instance that the daemon is to have afterwards
 */
public record HookTrial(List<String> command, String payload, String instance) {
  public HookTrial {
    command = List.copyOf(command);
  }
}
