/**
 * Routing, requests, replies and access control.
 *
 * <p>To add a route: write a class that implements {@code ServerFeature} (package {@code
 * dev.statute.server.internal.feature}), add it to {@code FeatureCatalog} (package {@code
 * dev.statute.server}), and in {@code addRoutes} call {@link
 * dev.statute.server.internal.http.RouteTable#get}, {@code post} or {@code delete} with the path,
 * the role that a caller needs, a summary and a handler. A handler returns an {@link
 * dev.statute.server.internal.http.ApiReply}; an error is thrown as {@link
 * dev.statute.server.internal.http.ApiProblem}. What the handler is described with (query
 * parameters, bodies, replies) becomes part of {@code /openapi.json}.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.http;
