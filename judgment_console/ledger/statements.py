"""The sections of a disclosure about methods, reliances and limitations."""

from judgment_console.ledger.completeness import listed
from judgment_console.ledger.document import Block, Bullets, Facts, Paragraph
from judgment_console.ledger.figures import said
from judgment_console.ledger.material import DisclosureMaterial, MethodUse
from judgment_console.ledger.methods import METHODS


def methods(material: DisclosureMaterial) -> tuple[Block, ...]:
    """One card for each method used, with the parameters it ran with."""
    if not material.methods:
        return (Paragraph(text="No method is named."),)
    return tuple(_card(use) for use in material.methods)


def limits(material: DisclosureMaterial) -> tuple[Block, ...]:
    """What others supplied, and where the work ends."""
    return (
        _list("Reliances", listed(material.metadata, "reliances")),
        _list("Limitations", listed(material.metadata, "limitations")),
    )


def _card(use: MethodUse) -> Facts:
    method = METHODS[use.method]
    title = method.title if use.basis is None else f"{method.title}, {use.basis}"
    parameters = "as the engine sets them"
    if use.parameters:
        parameters = said(dict(use.parameters))
    return Facts(
        title=title,
        items=(
            ("Use", method.use),
            ("How it works", method.specification),
            ("Assumes", method.assumptions),
            ("Weak where", method.weaknesses),
            ("Sensitive to", method.sensitivities),
            ("Parameters", parameters),
            ("Source", method.source),
        ),
    )


def _list(title: str, items: tuple[str, ...]) -> Block:
    return Bullets(title=title, items=items or ("Nothing is recorded.",))
