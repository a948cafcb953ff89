validate @/door.scxml @/wrong.scxml
run @/door.scxml --events @/door.jsonl
import @/door.scxml
render @/door.scxml
render @/lamp.yaml --format scxml
