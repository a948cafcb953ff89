test @/watch.test.yaml --coverage
