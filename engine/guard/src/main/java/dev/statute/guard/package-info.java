/**
 * Supervision of agents: of programs through their hooks ({@link dev.statute.guard.HookService}),
 * of agents in this process call by call ({@link dev.statute.guard.AgentGuard}). No HTTP here.
 */
@NullMarked
package dev.statute.guard;

import org.jspecify.annotations.NullMarked;
