#!/bin/sh
# Statute guard: gives a hook's payload (stdin) to the daemon and prints its reply.
# Usage: hook.sh AGENT [before open|closed]; "before" marks hooks of which a call waits for the reply,
# "open" those of which a call runs where the daemon gives none.
url=${STATUTE_GUARD_URL:-http://127.0.0.1:8077}
url=${url%/}
token=
[ -z "${STATUTE_GUARD_ACCESS:-}" ] || token=$(cat "$STATUTE_GUARD_ACCESS")
# the token is read from a file descriptor, so that no list of processes shows it
if reply=$(curl -sS -o - -w '\n%{http_code} %{content_type}' --noproxy '*' --max-time 5 -H 'Content-Type: application/json' -H 'Expect:' \
  --data-binary @- ${token:+-K /dev/fd/3} "$url/v1/hooks/$1" 3<<EOF
header = "Authorization: Bearer $token"
EOF
); then
  status=${reply##*
}
  reply=${reply%
*}
  case $status in
    "200 application/vnd.statute.hook+json"*) printf '%s' "$reply"; exit 0 ;;
    "204 "*) exit 0 ;;
    2*) why="the reply is not from a guard" ;;
    *) why=$(printf '%s' "$reply" | sed -n 's/.*"detail":"\([^"\\]*\).*/\1/p') ;;
  esac
  said="Statute: the guard at $url gave no verdict (HTTP ${status%% *}${why:+: $why})"
else
  said="Statute: the guard at $url does not answer"
fi
if [ "${2:-}" != before ] || [ "${STATUTE_GUARD_FAIL:-${3:-closed}}" != closed ]; then
  echo "$said; the call is not guarded." >&2
  exit 0
fi
case $1 in
  copilot) echo "{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"$said, and the call was not made.\"}" ;;
  *) echo "$said, and the call was not made." >&2; exit 2 ;;
esac
