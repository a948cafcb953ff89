/** How rule packs are found and their {@code pack.yaml} read. */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.pack;
