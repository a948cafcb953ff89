run @/door.yaml --rules @/door.drl --events @/strangers.jsonl
