package dev.statute.jdbc.internal.turn;

/** Source of the rows of a transaction. */
enum ReadMode {
  /** The cache alone: the work ends at the first unknown row. */
  CACHE,

  /** The database; a row that is added without reading is assumed missing. */
  OPTIMISTIC,

  /** The database alone. */
  STRICT
}
