run @/door.yaml --rules @/door.drl --events @/clock.jsonl --output jsonl
