frobnicate
run
run --nonsense
validate --output crayon x.yaml
scan --help
--help
replay src/test/resources/cases/scan/sessions
