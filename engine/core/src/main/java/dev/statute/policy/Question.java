package dev.statute.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the interpreter asks the rules, at one point of a step. The facts of one question are
 * matched together.
 *
 * @param candidates transitions that name a guard; only grants are an answer
 * @param transitions what was selected; denies, permits, redirects and ignores are an answer
 * @param observation set after a record: findings are an answer
 * @param fields set when open fields may be waived: the ids of the fields without a value
 */
public record Question(
    Instance instance,
    Settings settings,
    List<Candidate> candidates,
    List<Transition> transitions,
    @Nullable Observation observation,
    List<String> fields) {}
