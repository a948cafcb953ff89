/** Search of rule packs and readers of their {@code pack.yaml} and {@code tools.yaml}. */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.pack;
