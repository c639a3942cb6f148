"""The paper of a tournament, one file per sheet."""
