scan @/agent.yaml @/sessions
scan @/agent.yaml @/sessions --output jsonl
scan @/agent.yaml @/sessions/a-good.jsonl
scan @/agent.yaml @/sessions/a-good.jsonl --output jsonl
scan @/agent.yaml
scan @/agent.yaml @/nowhere
scan @/agent.yaml @/sessions --output junit
scan @/agent.yaml @/sessions --explain
scan @/agent.yaml @/others
scan @/agent.yaml @/others/labels.json
