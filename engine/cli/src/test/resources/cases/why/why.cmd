run @/agent.yaml --rules @/team.drl --events @/day.jsonl
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 1
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 5
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 6 --all
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 7
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 8
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 8 --output json
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 9
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 11
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 12
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 13
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 14
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 15
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 99
explain @/agent.yaml --log @/day.jsonl
explain @/agent.yaml --rules @/team.drl --log @/day.jsonl --seq 0
