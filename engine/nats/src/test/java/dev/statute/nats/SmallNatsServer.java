package dev.statute.nats;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Subset of a NATS server for the tests of the doorbell. It can disconnect and restart on its port.
 */
final class SmallNatsServer implements AutoCloseable {
  static final int MAX_PAYLOAD = 1024;

  private final List<Client> clients = new CopyOnWriteArrayList<>();
  private final int port;
  private ServerSocket socket;
  private Thread door;
  private boolean silent;
  private volatile String refusal = "";

  SmallNatsServer() {
    socket = bind(0);
    port = socket.getLocalPort();
    door = accept(socket);
  }

  String url() {
    return "nats://127.0.0.1:" + port;
  }

  /** Refuses further connections. */
  void refuse() {
    refusal = "Authorization Violation";
  }

  /** Accepts and delivers everything, but answers no pings. */
  synchronized void fallSilent() {
    silent = true;
  }

  synchronized void answerAgain() throws IOException {
    silent = false;
    for (Client each : clients) {
      for (; each.unanswered > 0; each.unanswered--) {
        each.write("PONG\r\n", new byte[0]);
      }
    }
  }

  private static ServerSocket bind(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Thread accept(ServerSocket on) {
    return start(
        () -> {
          while (true) {
            Client client = new Client(on.accept());
            clients.add(client);
            Thread unused = start(client::serve);
          }
        });
  }

  private interface Work {
    void run() throws IOException;
  }

  private static Thread start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // closed by either side
              }
            },
            "small-nats-server");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  void goAway() throws IOException {
    socket.close();
    try {
      door.join(); // while it still accepts, the port is in use
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Client each : clients) {
      each.socket.close();
    }
    clients.clear();
  }

  void comeBack() {
    socket = bind(port);
    door = accept(socket);
  }

  @Override
  public void close() throws IOException {
    goAway();
  }

  private final class Client {
    private final Socket socket;
    private final Map<String, String> subjects = new ConcurrentHashMap<>();
    private int unanswered;

    Client(Socket socket) {
      this.socket = socket;
    }

    synchronized void write(String line, byte[] payload) throws IOException {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.write(line.getBytes(StandardCharsets.UTF_8));
      all.write(payload);
      OutputStream out = socket.getOutputStream();
      out.write(all.toByteArray());
      out.flush();
    }

    void serve() throws IOException {
      String info =
          "INFO {\"server_id\":\"small\",\"version\":\"2.10.0\",\"host\":\"127.0.0.1\",\"port\":%d,"
              + "\"max_payload\":%d,\"proto\":1}\r\n";
      write(info.formatted(port, MAX_PAYLOAD), new byte[0]);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        handle(line.split(" ", -1), in);
      }
    }

    private void handle(String[] words, InputStream in) throws IOException {
      switch (words[0]) {
        case "CONNECT" -> {
          if (!refusal.isEmpty()) {
            write("-ERR '" + refusal + "'\r\n", new byte[0]);
            socket.close();
          }
        }
        case "PING" -> pong();
        case "PONG" -> {}
        case "SUB" -> subjects.put(words[words.length - 1], words[1]);
        case "UNSUB" -> subjects.remove(words[1]);
        case "PUB" -> {
          byte[] payload = in.readNBytes(Integer.parseInt(words[words.length - 1]));
          in.skipNBytes(2);
          for (Client each : clients) {
            each.deliver(words[1], payload);
          }
        }
        default -> throw new IOException("what is " + words[0] + "?");
      }
    }

    private void pong() throws IOException {
      synchronized (SmallNatsServer.this) {
        if (silent) {
          unanswered++;
        } else {
          write("PONG\r\n", new byte[0]);
        }
      }
    }

    private void deliver(String subject, byte[] payload) {
      byte[] body = new byte[payload.length + 2];
      System.arraycopy(payload, 0, body, 0, payload.length);
      body[payload.length] = '\r';
      body[payload.length + 1] = '\n';
      for (Map.Entry<String, String> each : subjects.entrySet()) {
        if (each.getValue().equals(subject)) {
          try {
            write("MSG " + subject + " " + each.getKey() + " " + payload.length + "\r\n", body);
          } catch (IOException e) {
            clients.remove(this);
          }
        }
      }
    }

    /** Returns the next line without its end; an empty one after a disconnect. */
    private String line(InputStream in) throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
        if (b != '\r') {
          line.write(b);
        }
      }
      return line.toString(StandardCharsets.UTF_8);
    }
  }
}
