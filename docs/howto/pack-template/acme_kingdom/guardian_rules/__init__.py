"""Rules of the Guardian: any number of YAML files."""
