"""What somebody at the table does on a phone, and what can be read there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader


def number(text: str) -> int:
    """Read a whole number as it is shown, with a real minus sign."""
    return int(text.strip().replace("−", "-"))


def cents(text: str) -> int:
    """Read an amount as it is shown: "−1,20 €"."""
    return number(text.replace("€", "").replace(",", "").replace(" ", ""))


def beginning(text: str) -> re.Pattern[str]:
    """Match a button by its first words; the small print after them may change."""
    return re.compile(rf"^\s*{re.escape(text)}")


def begin_evening(page: Page, game: str, names: Sequence[str], dealer: str) -> "Phone":
    """Type the names in seat order, choose who deals first, and begin."""
    page.goto("/")
    page.get_by_role("link", name="Neuer Abend").click()
    page.locator("#main .games label").filter(has_text=beginning(game)).click()
    for name in names:
        page.locator("#typed").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(".place .nm").last).to_have_text(name)
    page.locator("#dealer label").filter(has_text=dealer).click()
    expect(page.locator(".dock .say")).to_contain_text(f"{dealer} gibt")
    return Phone(page)


@dataclass(frozen=True)
class Phone:
    """A phone that lies on the table."""

    page: Page

    def start(self) -> None:
        """Begin the evening and come to the table."""
        self.page.get_by_role("button", name="Abend beginnen").click()
        self.page.wait_for_url("**/partie/*")
        self.sees_deal(1)

    def question(self, name: str) -> Locator:
        """Find a question of the form by the name of its outcome field."""
        return self.page.locator(f"#frage-{name}")

    def tap(self, question: str, answer: str) -> None:
        """Tap an answer."""
        self.question(question).locator("label").filter(has_text=beginning(answer)).click()

    def type_points(self, points: str) -> None:
        """Type the points of the declaring side."""
        self.question("points").get_by_role("textbox").first.fill(points)

    def raise_to(self, question: str, *steps: str) -> None:
        """Say the steps of a ladder; only the next one is a button."""
        for step in steps:
            self.question(question).locator(".next").get_by_role("button", name=beginning(step)).click()
            expect(self.question(question).locator(".done").last).to_have_text(step)

    def sees(self, *parts: str) -> None:
        """Wait until the preview says all of this."""
        for part in parts:
            expect(self.page.locator("#vorschau")).to_contain_text(part)

    def enter(self, deal: int) -> None:
        """Tap the one big button and see that the deal is in."""
        self.page.locator("[data-save]").click()
        self.sees_said(f"Spiel {deal} eingetragen")

    def sees_said(self, text: str) -> None:
        """See what was done last."""
        expect(self.page.locator("#gesagt b")).to_have_text(text)

    def sees_deal(self, deal: int) -> None:
        """See which deal the form asks for."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Spiel {deal}")

    def undo(self) -> None:
        """Take the last entry back with the button at the top."""
        self.page.locator(".band").get_by_role("button", name="Rückgängig").click()

    def totals(self) -> dict[str, int]:
        """Read the running totals off the seats."""
        seats = self.page.locator(".entry .seats .seat").filter(has=self.page.locator(".u"))
        return {
            seat.locator(".name > :first-child").inner_text(): number(seat.locator(".u").inner_text().split("\n")[0])
            for seat in seats.all()
        }

    def result(self) -> dict[str, int]:
        """Read the totals of a sitting that is over, the best first."""
        rows = self.page.locator(".panel tbody tr")
        return {row.locator("th").inner_text(): number(row.locator(".u").inner_text()) for row in rows.all()}

    def sitting_out(self) -> list[str]:
        """Read who sits out."""
        seats = self.page.locator(".entry .seats .seat").filter(has_text="setzt aus")
        return [seat.locator(".name > :first-child").inner_text() for seat in seats.all()]

    def lines(self) -> list[str]:
        """Read the latest deals, newest first, spaces evened out."""
        return [" ".join(text.split()) for text in self.page.locator(".lists .deals .deal").all_inner_texts()]

    def payments(self) -> list[tuple[str, str, int]]:
        """Read who pays whom how many cents."""
        rows = self.page.locator("#payments li")
        return [
            (*row.locator(".whom b").all_inner_texts(), cents(row.locator(".sum").inner_text()))  # type: ignore[misc]  # two names
            for row in rows.all()
        ]

    def derivation(self, name: str) -> dict[str, str]:
        """Read a person's row of how the amounts come about: head to figure."""
        row = self.page.locator(".how tbody tr").filter(has=self.page.get_by_text(name, exact=True))
        return {
            str(cell.get_attribute("data-head")): " ".join(cell.inner_text().split())
            for cell in row.locator("td").all()
        }

    def paper(self, link: str) -> str:
        """Fetch a PDF that a link leads to and give its text, spaces evened out."""
        address = self.page.get_by_role("link", name=link).get_attribute("href")
        assert address
        answer = self.page.request.get(address, timeout=60_000)
        assert answer.headers["content-type"] == "application/pdf"
        body = answer.body()
        assert body.startswith(b"%PDF-")
        return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages))


def balance(payments: Sequence[tuple[str, str, int]]) -> dict[str, int]:
    """Add up what everybody has got in the end."""
    got: dict[str, int] = {}
    for giver, receiver, amount in payments:
        got[giver] = got.get(giver, 0) - amount
        got[receiver] = got.get(receiver, 0) + amount
    return got
