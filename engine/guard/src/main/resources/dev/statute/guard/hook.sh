#!/bin/sh
# Statute guard: gives a hook's payload (stdin) to the daemon and prints its reply.
# Usage: hook.sh AGENT [before open|closed]; "before" marks hooks of which a call waits for the reply,
# "open" those of which a call runs where the daemon gives none.
LC_ALL=C
url=${STATUTE_GUARD_URL:-http://127.0.0.1:8077}
url=${url%/}

# Tells that there is no verdict, and ends: refuses a call where that is wanted.
unguarded() {
  said="Statute: the guard at $url $2"
  if [ "$3" != before ] || [ "${STATUTE_GUARD_FAIL:-${4:-closed}}" != closed ]; then
    echo "$said; the call is not guarded." >&2
    exit 0
  fi
  case $1 in
    copilot)
      # the command line reads the first two members, VS Code the third
      verdict="\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"$said, and the call was not made.\""
      echo "{$verdict,\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",$verdict}}"
      ;;
    *) echo "$said, and the call was not made." >&2; exit 2 ;;
  esac
  exit 0
}

token=
if [ -n "${STATUTE_GUARD_ACCESS:-}" ]; then
  token=$(command cat "$STATUTE_GUARD_ACCESS") || token=' '
  token=${token%"$(printf '\r')"}
  case $token in
    *[!!-~]* | *[\"\\]*) unguarded "$1" "is not asked: the file of STATUTE_GUARD_ACCESS is no token" "${2:-}" "${3:-}" ;;
  esac
fi

# -q first: no file of the user changes what curl does. The token is read from a file descriptor, so that no list
# of processes shows it. The heads of the reply come before its body, with an empty line between.
if reply=$(command curl -q -sS -g --proto =http,https --noproxy '*' --max-time 5 -D - -o - -w '\n%{http_code} %{content_type}' \
  -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- ${token:+-K /dev/fd/3} "$url/v1/hooks/$1" 3<<EOF
header = "Authorization: Bearer $token"
EOF
); then
  status=${reply##*
}
  reply=${reply%
*}
  blank=$(printf '\r\n\r\n.')
  head=${reply%%"${blank%.}"*}
  body=${reply#*"${blank%.}"}
  case $head in
    *[Ss]tatute-[Vv]erdict:*) verdict=204 ;;
    *) verdict= ;;
  esac
  case $status$body in
    "200 application/vnd.statute.hook+json"*"{"*"}") printf '%s' "$body"; exit 0 ;;
    "$verdict ") exit 0 ;;
    2*) why="the reply is not from a guard" ;;
    *) why=$(printf '%s' "$body" | command sed -n 's/.*"detail":"\([^"\\]*\).*/\1/p') ;;
  esac
  unguarded "$1" "gave no verdict (HTTP ${status%% *}${why:+: $why})" "${2:-}" "${3:-}"
fi
unguarded "$1" "does not answer" "${2:-}" "${3:-}"
