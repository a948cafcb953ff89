package dev.statute.store;

/**
 * One process that works on the instances of a store.
 *
 * @param name what people call it; one worker of a name at a time
 * @param session tells this run of it from all others
 */
public record Worker(String name, String session) {}
