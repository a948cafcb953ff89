test @/pack.test.yaml --coverage
