"""Becoming an organiser by an invitation: it makes one account and ends with it."""

from scorekeeper.services import links, organisers
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.links import Kind
from scorekeeper.storage import Transaction, clubs
from scorekeeper.storage import links as link_rows
from scorekeeper.storage.links import LinkRow
from scorekeeper.storage.organisers import OrganiserRow


def accept_invitation(tx: Transaction, actor: Actor, link_id: int, name: str, password: str) -> OrganiserRow:
    """Add an account, `password` hashed, to the club that invited, which the actor acts for.

    Two who accept at once wait for each other, and the second one finds nothing. Raises RefusedError, NotFoundError.
    """
    clubs.lock(tx, actor.club)
    if invitation(tx, actor, link_id) is None:
        raise NotFoundError
    added = organisers.add_organiser(tx, actor, name, password)
    links.revoke_link(tx, actor, link_id)
    return added


def invitation(tx: Transaction, actor: Actor, link_id: int) -> LinkRow | None:
    """Give an invitation of the actor's club, if it still holds."""
    found = next(iter(link_rows.by_ids(tx, [link_id])), None)
    if found is None or found.kind != Kind.INVITATION or found.club != actor.club:
        return None
    return found if links.is_live(found, actor.at) else None
