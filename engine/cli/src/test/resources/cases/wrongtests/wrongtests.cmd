validate @/wrong.test.yaml @/wrong-pack.test.yaml @/nowhere.test.yaml
test @/wrong.test.yaml
test @/wrong-pack.test.yaml @/nowhere.test.yaml
test @/late.test.yaml
test @/large.test.yaml
validate @/limits/pack.yaml
