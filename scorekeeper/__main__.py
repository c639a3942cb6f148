"""`python -m scorekeeper` is the same command as `scorekeeper`."""

from scorekeeper.cli import main

if __name__ == "__main__":
    main()
