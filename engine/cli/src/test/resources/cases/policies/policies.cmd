validate @
run @/ship.yaml --events @/day.jsonl
run @/ship.yaml --rules @/team.drl --events @/day.jsonl
run @/ship.yaml --only-rules @/team.drl --events @/day.jsonl
run @/ship.yaml --set draught=1 --events @/day.jsonl
validate @/ship.yaml --rules @/company.drl --rules @/team.drl
explain @/ship.yaml --rules @/company.drl --rules @/team.drl --log @/day.jsonl --seq 10
explain @/ship.yaml --rules @/team.drl --rules @/company.drl --log @/day.jsonl --seq 10
