replay @/day.jsonl --chart @/old.yaml --against @/old.yaml
replay @/day.jsonl --chart @/new.yaml --against @/old.yaml
replay @/day.jsonl --chart @/old.yaml --rules @/team.drl --rules @/tight.drl --against @/old.yaml --old-rules @/team.drl
replay @/day.jsonl --chart @/new.yaml --against @/old.yaml --output jsonl
replay @/day.jsonl --chart @/old.yaml
replay @/day.jsonl --chart @/old.yaml --set limit=9 --against @/old.yaml --old-set limit=0
run @/old.yaml --events @/day.jsonl --shadow-rules @/tight.drl --shadow-rules @/team.drl
scan @/old.yaml @/day.jsonl --shadow-rules @/tight.drl --set limit=9
replay @/order.jsonl --chart @/order.yaml
explain @/order.yaml --log @/order.jsonl --seq 2
explain @/order.yaml --log @/order.jsonl --seq 1
run @/old.yaml --events @/day.jsonl --shadow-rules @/nowhere.drl
run @/old.yaml --events @/day.jsonl --only-rules @/nowhere.drl
replay @/day.jsonl --chart @/old.yaml --against @/old.yaml --old-rules @/nowhere.drl
replay @/day.jsonl --chart @/old.yaml --against @/old.yaml --old-set limt=0
