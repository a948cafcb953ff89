/** Program with a module descriptor: it can name what the modules of Statute export to all. */
module example {
  requires dev.statute.core;
}
