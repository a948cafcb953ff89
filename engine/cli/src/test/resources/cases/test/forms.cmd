test @/lamp.test.yaml --coverage
test @/lamp.yaml
test @/failing.test.yaml
test @/unusable.test.yaml
test @/pack.test.yaml --coverage
test @ --output jsonl --coverage
test @/lamp.test.yaml --output junit --coverage
test @/lamp.test.yaml --output github --coverage
test @ --output json
test @/failing.test.yaml --output junit
test @/failing.test.yaml --output github
test @/failing.test.yaml --output sarif
test @/nowhere.test.yaml
test @/lamp.drl
