// Statute guard for OpenCode, written by `statute guard install opencode`.
import { readFileSync } from "node:fs"

const url = (process.env.STATUTE_GUARD_URL || "http://127.0.0.1:8077").replace(/\/$/, "")
const closed = (process.env.STATUTE_GUARD_FAIL || "@FAIL@") === "closed"

// Gives an event to the daemon and returns its reply; before = a call waits for it.
async function ask(payload, before) {
  try {
    const headers = { "content-type": "application/json" }
    const file = process.env.STATUTE_GUARD_ACCESS
    if (file) headers.authorization = "Bearer " + readFileSync(file, "utf8").trim()
    const signal = AbortSignal.timeout(5000)
    const body = JSON.stringify(payload)
    const answer = await fetch(url + "/v1/hooks/opencode", { method: "POST", headers, body, signal })
    const text = await answer.text()
    if (answer.status === 204) return {}
    const type = answer.headers.get("content-type") ?? ""
    if (answer.status === 200 && type.startsWith("application/vnd.statute.hook+json")) return JSON.parse(text)
    if (answer.ok) return unguarded("gave no verdict (HTTP " + answer.status + ": the reply is not from a guard)", before)
    return unguarded("gave no verdict (HTTP " + answer.status + reason(text) + ")", before)
  } catch (error) {
    return unguarded("does not answer (" + error.message + ")", before)
  }
}

// Returns the reason in an error response as the end of a phrase.
function reason(text) {
  try {
    return ": " + JSON.parse(text).detail
  } catch {
    return ""
  }
}

// Returns the reply in place of one that the daemon did not give.
function unguarded(why, before) {
  const said = "Statute: the guard at " + url + " " + why
  if (before && closed) return { veto: said + ", and the call was not made." }
  if (before) process.stderr.write(said + "; the call is not guarded.\n")
  return {}
}

export const StatuteGuard = async ({ client }) => {
  const failed = new Set() // calls whose failure was reported; their parts are updated again
  const abort = (id) => client.session.abort({ path: { id } }).catch(() => {})
  return {
    "chat.message": async (input, output) => {
      const text = output.parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\n")
      await ask({ event: "chat.message", session_id: input.sessionID, text })
    },
    "tool.execute.before": async (input, output) => {
      const reply = await ask({ event: "tool.execute.before", session_id: input.sessionID, call_id: input.callID, tool: input.tool, args: output.args }, true)
      if (reply.abort) abort(input.sessionID)
      if (reply.veto) throw new Error(reply.veto)
    },
    "tool.execute.after": async (input, output) => {
      const metadata = { exit: output.metadata?.exit }
      const reply = await ask({ event: "tool.execute.after", session_id: input.sessionID, call_id: input.callID, tool: input.tool, args: input.args, output: output.output, metadata })
      if (reply.text) output.output = (output.output ?? "") + "\n\n" + reply.text
      if (reply.abort) abort(input.sessionID)
    },
    event: async ({ event }) => {
      const part = event.properties?.part
      if (event.type === "message.part.updated" && part?.type === "tool" && part.state.status === "error" && !failed.has(part.callID)) {
        failed.add(part.callID)
        const reply = await ask({ event: "tool.error", session_id: part.sessionID, call_id: part.callID, tool: part.tool, args: part.state.input, error: part.state.error })
        if (reply.abort) abort(part.sessionID)
      }
      if (event.type === "session.compacted") await ask({ event: event.type, session_id: event.properties.sessionID })
      if (event.type === "session.deleted") await ask({ event: event.type, session_id: event.properties.info.id })
    },
  }
}
