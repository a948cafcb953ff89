package dev.statute.jdbc.internal.turn;

/** What a transaction of an agent goes by. */
enum ReadMode {
  /** By what is remembered alone: the work ends where it wants to know more than it was told. */
  CACHE,

  /** By the database, and a row that is added and that nobody looked for is taken to be missing. */
  OPTIMISTIC,

  /** By the database alone. */
  STRICT
}
