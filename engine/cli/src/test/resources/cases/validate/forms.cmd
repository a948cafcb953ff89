validate @/good.yaml
validate @
validate @/bad.yaml @/bad.drl --output jsonl
validate @/bad.yaml --output json
validate @/bad.yaml --output github
validate @/bad.yaml --output sarif
validate @/bad.yaml --output junit
validate @/nowhere.yaml
validate
