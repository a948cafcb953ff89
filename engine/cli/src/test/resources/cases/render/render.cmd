render @/doc.yaml
render @/doc.yaml --format dot
render @/doc.yaml --format plantuml
render @/doc.yaml --format svg
render @/doc.yaml --format crayon
render @/nowhere.yaml
