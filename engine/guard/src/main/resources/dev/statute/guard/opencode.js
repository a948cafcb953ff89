// Statute guard for OpenCode, written by `statute guard install opencode`.
import { readFileSync } from "node:fs"
import net from "node:net"
import tls from "node:tls"

const url = (process.env.STATUTE_GUARD_URL || "http://127.0.0.1:8077").replace(/\/$/, "")
const closed = (process.env.STATUTE_GUARD_FAIL || "@FAIL@") === "closed"

// Checks that what a file holds is a token.
function token(text) {
  if (/[^!-~]/.test(text)) throw new Error("the file of STATUTE_GUARD_ACCESS is no token")
  return text
}

// Posts a text over a connection of its own and returns the reply. Not fetch: it would ask a proxy of the environment,
// which could answer in place of the guard.
function post(address, headers, body) {
  return new Promise((resolve, reject) => {
    const { protocol, hostname, host, port, pathname } = new URL(address)
    const secure = protocol === "https:"
    const name = hostname.replace(/^\[|\]$/g, "")
    const socket = (secure ? tls : net).connect({ host: name, port: Number(port) || (secure ? 443 : 80), ...(secure && !net.isIP(name) && { servername: name }) })
    const patience = setTimeout(() => socket.destroy(new Error("no reply within 5 s")), 5000)
    const parts = []
    socket.on("error", reject)
    socket.on("data", (part) => parts.push(part))
    socket.on("close", () => {
      clearTimeout(patience)
      const reply = Buffer.concat(parts).toString("utf8")
      const end = reply.indexOf("\r\n\r\n")
      const status = /^HTTP\/1\.\d (\d{3})/.exec(reply)
      if (!status || end < 0) return reject(new Error("the reply is not HTTP"))
      const lines = reply.slice(0, end).split("\r\n").slice(1).map((line) => line.split(/:\s*/, 2))
      resolve({ status: Number(status[1]), headers: new Map(lines.map(([key, value]) => [key.toLowerCase(), value])), text: reply.slice(end + 4) })
    })
    const bytes = Buffer.from(body)
    const head = { Host: host, "Content-Type": "application/json", "Content-Length": bytes.length, ...headers }
    socket.write(`POST ${pathname} HTTP/1.0\r\n` + Object.entries(head).map(([key, value]) => `${key}: ${value}\r\n`).join("") + "\r\n")
    socket.write(bytes)
  })
}

// Gives an event to the daemon and returns its reply; before = a call waits for it.
async function ask(payload, before) {
  try {
    const file = process.env.STATUTE_GUARD_ACCESS
    const held = file ? token(readFileSync(file, "utf8").trim()) : ""
    const answer = await post(url + "/v1/hooks/opencode", held ? { Authorization: "Bearer " + held } : {}, JSON.stringify(payload))
    if (answer.status === 204 && answer.headers.has("statute-verdict")) return {}
    const type = answer.headers.get("content-type") ?? ""
    const text = answer.text
    const verdict = answer.status === 200 && type.startsWith("application/vnd.statute.hook+json") && object(text)
    if (verdict) return verdict
    if (answer.status >= 200 && answer.status < 300) return unguarded("gave no verdict (HTTP " + answer.status + ": the reply is not from a guard)", before)
    return unguarded("gave no verdict (HTTP " + answer.status + reason(text) + ")", before)
  } catch (error) {
    return unguarded("does not answer (" + error.message + ")", before)
  }
}

// Returns the object that a text is; null if it is none.
function object(text) {
  try {
    const value = JSON.parse(text)
    return typeof value === "object" && !Array.isArray(value) ? value : null
  } catch {
    return null
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
