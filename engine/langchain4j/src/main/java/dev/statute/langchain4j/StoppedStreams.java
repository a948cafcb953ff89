package dev.statute.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.statute.guard.AgentStopException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;

/**
 * Streaming model that tells a stop to the handler of the stream. The library runs tools inside
 * {@code onCompleteResponse}, on the thread of the model; what is thrown there does not reach
 * {@code onError}, and the stream would end without an answer and without an error.
 */
record StoppedStreams(StreamingChatModel model) implements StreamingChatModel {
  @Override
  public void chat(ChatRequest request, StreamingChatResponseHandler handler) {
    model.chat(request, stopped(handler));
  }

  @Override
  public void chat(
      ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
    model.chat(request, options, stopped(handler));
  }

  /** Passes all calls on, also those that later versions of the library add. */
  private static StreamingChatResponseHandler stopped(StreamingChatResponseHandler handler) {
    Class<?> type = StreamingChatResponseHandler.class;
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return method.invoke(handler, arguments);
              } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof AgentStopException stop) {
                  handler.onError(stop);
                  return null;
                }
                throw thrown.getCause();
              }
            });
    return (StreamingChatResponseHandler) proxy;
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return model.defaultRequestParameters();
  }

  @Override
  public List<ChatModelListener> listeners() {
    return model.listeners();
  }

  @Override
  public ModelProvider provider() {
    return model.provider();
  }

  @Override
  public Set<Capability> supportedCapabilities() {
    return model.supportedCapabilities();
  }
}
