validate @
run @/ship.yaml --events @/day.jsonl
run @/ship.yaml --rules @/team.drl --events @/day.jsonl
run @/ship.yaml --only-rules @/team.drl --events @/day.jsonl
run @/ship.yaml --set draught=1 --events @/day.jsonl
