run @/door.yaml --rules @/door.drl --at locked --data last=you --data opened=3 --events @/unlock.jsonl --output jsonl
run @/door.yaml --rules @/door.drl --at closed,opened --events @/unlock.jsonl
run @/door.yaml --rules @/door.drl --set close_after=5s --set patience=1
run @/door.yaml --rules @/door.drl --set close_after
run @/door.yaml --rules @/door.drl --data last=[
run @/door.yaml --rules @/door.drl --only-rules @/door.drl
run @/door.yaml --rules @/nowhere.drl
run @/door.yaml --rules @/door.drl --profile nosuch
run @/door.yaml
run @/door.yaml --rules @/door.drl --output sarif
run @/nowhere.yaml
run @/door.yaml --rules @/door.drl --events @/nowhere.jsonl
run @/door.yaml --rules @/door.drl --events @
