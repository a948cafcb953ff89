analyze @/gate.yaml
analyze @/gate.yaml --output json
analyze @/gate.yaml --path-to asked
analyze @/gate.yaml --path-to opened
analyze @/gate.yaml --path-to asleep
analyze @/gate.yaml --path-to waiting --output json
analyze @/gate.yaml --path-to opened --set night=false
analyze @/gate.yaml --path-to sleep
analyze @/fine.yaml
analyze @/loop.yaml
analyze @/many.yaml
analyze @/many.yaml --limit 3
analyze @/many.yaml --limit 0
analyze @/many.yaml --limit 3 --path-to a2,b2,c2
analyze @/nowhere.yaml
analyze
