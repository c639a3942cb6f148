"""What a WSGI server loads: `scorekeeper.wsgi:app`."""

from scorekeeper.app import create_app

app = create_app()
