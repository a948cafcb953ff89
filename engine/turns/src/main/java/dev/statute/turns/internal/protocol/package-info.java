/** Turn protocol: agent transactions, requests, claims, reports, worker calls and the watchdog. */
@NullMarked
package dev.statute.turns.internal.protocol;

import org.jspecify.annotations.NullMarked;
