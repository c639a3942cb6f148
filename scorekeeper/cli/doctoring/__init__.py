"""What `scorekeeper doctor` looks at, one file per kind of thing."""
