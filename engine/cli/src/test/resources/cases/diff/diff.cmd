diff @/old/door.yaml @/new/door.yaml
diff @/old/door.yaml @/new/door.yaml --output json
diff @/new/door.yaml @/new/same.yaml
diff @/new/door.yaml @/new/same.yaml --output json
diff @/old/doorman.drl @/new/doorman.drl
diff @/old @/new
diff @/old/doorman.drl @/rules/broken.drl
diff @/old/door.yaml @/broken.yaml
diff @/old/door.yaml @/old/doorman.drl
diff @/old/door.yaml @/nowhere.yaml
diff @/old/door.yaml
diff @/old/door.yaml @/new/door.yaml --output sarif
diff @/empty @/rules
