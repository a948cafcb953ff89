run @/door.yaml --rules @/door.drl --events @/door.jsonl --output jsonl
