turn
turn ask
turn ask nowhere.db ann
turn ask nowhere.db ann --chart @/none.yaml
turn ls nowhere.db
turn ask --help
turn show --help
