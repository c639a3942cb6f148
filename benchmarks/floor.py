"""The floor that web.py measures against: the least that Flask and SQLAlchemy can do, one insert or one 60-row page."""

import os
from pathlib import Path

from flask import Flask, Response, redirect, render_template_string, request
from sqlalchemy import Column, Integer, MetaData, Table, Text, create_engine, event, insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.schema import CreateTable

ROW = Table("row", MetaData(), Column("id", Integer, primary_key=True), Column("body", Text, nullable=False))
PAGE = """<!doctype html><title>60 rows</title><table>{% for row in rows %}
<tr><th>{{ row.number }}</th><td>{{ row.name }}</td><td>{{ row.units }}</td>
<td>{{ row.note }}</td></tr>{% endfor %}</table>"""

engine = create_engine(f"sqlite:///{Path(os.environ['FLOOR_DATABASE'])}")


@event.listens_for(engine, "connect")
def _same_promises(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    """The same durability as the product: WAL, FULL."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


with engine.begin() as starting:
    starting.execute(CreateTable(ROW, if_not_exists=True))
app = Flask(__name__)


@app.post("/")
def save() -> Response:
    """Insert the form's body as one row."""
    with engine.begin() as connection:
        connection.execute(insert(ROW), {"body": request.form["body"]})
    return redirect("/", code=303)  # type: ignore[return-value]  # werkzeug's own response class, a Response all the same


@app.get("/")
def page() -> str:
    """Render sixty rows."""
    rows = [{"number": n, "name": f"Spieler {n}", "units": n % 7 - 3, "note": "4 Gwiß, verloren"} for n in range(60)]
    return render_template_string(PAGE, rows=rows)
