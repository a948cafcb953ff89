test @/words.test.yaml
