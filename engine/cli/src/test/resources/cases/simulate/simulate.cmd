simulate @/gate.yaml < @/session.txt
simulate @/gate.yaml < @/slips.txt
simulate @/gate.yaml --at ajar --data knocks=7 < @/session.txt
simulate @/gate.yaml --at nowhere < @/session.txt
simulate @/nowhere.yaml
simulate
