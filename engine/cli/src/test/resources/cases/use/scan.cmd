scan
scan src/test/resources/cases/scan/sessions
scan src/test/resources/cases/scan/sessions/a-good.jsonl src/test/resources/cases/scan/agent.yaml
