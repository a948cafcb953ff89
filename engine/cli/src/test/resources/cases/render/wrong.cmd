render @/wrong.yaml
