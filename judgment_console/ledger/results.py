"""The sections of a disclosure about data, results, uncertainty and changes."""

from collections import Counter

from judgment_console.ledger.completeness import stated
from judgment_console.ledger.document import Block, Bullets, Facts, Paragraph, Table
from judgment_console.ledger.figures import NOT_STATED, amount, percent, said
from judgment_console.ledger.material import DisclosureMaterial, Figure, Prior


def data_review(material: DisclosureMaterial) -> tuple[Block, ...]:
    """The data set, then every check of the review whatever it found."""
    blocks: list[Block] = []
    if material.dataset is not None:
        data = material.dataset
        source = data.source_digest or NOT_STATED
        items = (
            ("Data set", data.name),
            ("Digest", data.digest),
            ("Source file digest", source),
        )
        blocks.append(Facts(items=items))
    if not material.checks:
        text = (
            "No data review was recorded. ASOP 23 expects a review for reasonableness "
            "and consistency, or the reason why there was none."
        )
        return (*blocks, Paragraph(text=text))
    count = Counter(check.state for check in material.checks)
    total = len(material.checks)
    text = (
        f"Checks made: {total}. Passed {count['pass']}, warnings {count['warning']}, "
        f"failed {count['fail']}, not evaluated {count['not_evaluated']}."
    )
    rows = tuple(
        (
            check.id,
            check.description,
            check.state.replace("_", " ").upper(),
            "; ".join(check.details) or "nothing found",
        )
        for check in material.checks
    )
    columns = ("Check", "What it looks at", "Outcome", "Findings")
    return (*blocks, Paragraph(text=text), Table(columns=columns, rows=rows))


def results(material: DisclosureMaterial) -> tuple[Block, ...]:
    """The headline figures."""
    if not material.figures:
        return (Paragraph(text="No result was recorded."),)
    currency = stated(material.metadata, "currency")
    return (
        Paragraph(
            text=f"Amounts are in {currency or 'a currency that is not stated'}."
        ),
        Table(
            columns=("Figure", "Amount", "Standard error", "Note"),
            rows=tuple(
                (
                    figure.label,
                    amount(figure.value),
                    _error(figure),
                    figure.note or "",
                )
                for figure in material.figures
            ),
        ),
    )


def uncertainty(material: DisclosureMaterial) -> tuple[Block, ...]:
    """What the standard errors say, and what they leave out."""
    measured = tuple(
        _measured(figure, figure.value, figure.standard_error)
        for figure in material.figures
        if figure.standard_error is not None
    )
    outcome = Paragraph(
        text="The actual outcome will differ from every estimate here, perhaps by "
        "much. A standard error describes the distribution of outcomes under one "
        "method. It is not a range of reasonable estimates, which comes from comparing "
        "methods and assumptions, and it leaves out the error of the model itself."
    )
    if not measured:
        return (Paragraph(text="No measure of uncertainty was recorded."), outcome)
    return (Bullets(items=measured), outcome)


def changes(material: DisclosureMaterial) -> tuple[Block, ...]:
    """How reserve and assumptions moved since the analysis before."""
    prior = material.prior
    if prior is None:
        text = "No comparison with an earlier analysis is attached."
        return (Paragraph(text=text),)
    blocks: list[Block] = [Facts(items=_movement(prior))]
    if prior.changes.changed:
        rows = tuple(
            (change.field, said(change.prior_value), said(change.current_value))
            for change in prior.changes.changed
        )
        columns = ("Assumption", "Before", "Now")
        blocks.append(Table(title="Changed", columns=columns, rows=rows))
    if prior.changes.added:
        blocks.append(Bullets(title="New", items=prior.changes.added))
    if prior.changes.removed:
        blocks.append(Bullets(title="No longer there", items=prior.changes.removed))
    if len(blocks) == 1:
        blocks.append(Paragraph(text="No assumption differs."))
    return tuple(blocks)


def _error(figure: Figure) -> str:
    if figure.standard_error is None:
        return "not measured"
    return amount(figure.standard_error)


def _measured(figure: Figure, value: float | None, error: float) -> str:
    text = f"{figure.label}: standard error {amount(error)}"
    if value:
        text += f", which is {percent(error / abs(value))} of the estimate"
    return f"{text}. {figure.note}" if figure.note else f"{text}."


def _movement(prior: Prior) -> tuple[tuple[str, str], ...]:
    items = [("Earlier analysis", prior.label)]
    before, now = prior.prior_reserve, prior.current_reserve
    if before is not None and now is not None:
        items += [
            ("Reserve then", amount(before)),
            ("Reserve now", amount(now)),
            ("Difference", amount(now - before)),
        ]
    return tuple(items)
