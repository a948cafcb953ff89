/** The chat of {@code charts/chat-actor.yaml} as a program of each library. */
@NullMarked
package dev.statute.bench.chat;

import org.jspecify.annotations.NullMarked;
