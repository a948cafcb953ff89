package dev.statute.cli;

import dev.statute.json.ScannedSession;
import java.util.List;

/**
 * A session that was scanned.
 *
 * @param found whether it makes the exit code 1
 * @param notes what is to be said besides
 */
record Scanned(ScannedSession session, boolean found, List<String> notes) {}
