package dev.statute.server.internal.page;

import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.ByteDigest;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files of the pages, from the class path. Each has an entity tag, and a policy that lets a page
 * run no script and load nothing but these files and the server's own routes. Thread-safe.
 */
final class PageFiles {
  /** Inline styles and scripts are refused; the scripts build all content as nodes. */
  static final String SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String FOLDER = "/dev/statute/server/page/";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z-]*\\.(html|css|js|svg)");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  @SuppressWarnings("ArrayRecordComponent") // written once, never compared
  private record PageFile(byte[] content, String type, String tag) {}

  private final Map<String, PageFile> files = new ConcurrentHashMap<>();

  /**
   * Replies with a file; with 304 if the client has it.
   *
   * @throws ApiProblem 404 if there is none of that name
   */
  ApiReply reply(ApiRequest request, String name) {
    PageFile file =
        NAME.matcher(name).matches() ? files.computeIfAbsent(name, PageFiles::read) : null;
    if (file == null) {
      throw ApiProblem.of(404, "no-file", "the page has no file '" + name + "'");
    }
    boolean known = file.tag().equals(request.header("If-None-Match"));
    ApiReply.Body body =
        known ? ApiReply.empty(304) : ApiReply.bytes(200, file.type(), file.content());
    return body.withHeader("ETag", file.tag())
        .withHeader("Cache-Control", "no-cache")
        .withHeader("Content-Security-Policy", SECURITY_POLICY)
        .withHeader("Cross-Origin-Opener-Policy", "same-origin");
  }

  private static @Nullable PageFile read(String name) {
    try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        return null;
      }
      byte[] content = in.readAllBytes();
      String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      String hash = HexFormat.of().formatHex(ByteDigest.of(content), 0, 12);
      return new PageFile(content, String.valueOf(type), "\"" + hash + "\"");
    } catch (IOException e) {
      return null;
    }
  }
}
