package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;

/** JSON value of a log with the line of its begin. */
public record LogDocument(int line, JsonNode node) {}
