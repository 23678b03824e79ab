"""Chain definitions as people choose among them: one for each id, the newest."""

from judgment_console.chains.catalogue import all_specs


def label_of(spec_id: str) -> str:
    """The words for a definition, from its id: "reserve-review" is "Reserve review"."""
    return spec_id.replace("-", " ").replace("_", " ").capitalize()


def choices() -> list[tuple[str, str]]:
    """Id and words of every definition of this process, by their words."""
    known = {spec.id: label_of(spec.id) for spec in all_specs()}
    return sorted(known.items(), key=lambda item: item[1])
