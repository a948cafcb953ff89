package dev.statute.runtime.internal.effect;

/** Instance whose committed effects are executed. Thread-safe. */
public interface EffectOwner {
  String id();

  InstanceOutbox outbox();

  /** Marks an effect as one that needs no answer and no repetition. */
  void settleEffect(String key);
}
