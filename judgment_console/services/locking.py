"""Every write of a chain locks the chain's row first."""

from uuid import UUID

from judgment_console.errors import JudgmentError
from judgment_console.models import Chain


def lock_chain(chain_id: UUID) -> Chain:
    """The chain, locked until the transaction ends; SQLite locks the database."""
    return (
        Chain.objects.select_for_update(no_key=True, of=("self",))
        .select_related("workspace", "policy", "prepared_by")
        .get(pk=chain_id)
    )


def lock_chain_of_gate(gate_id: UUID) -> Chain:
    """The chain of a gate, locked; NOT_FOUND if there is no such gate."""
    chain = (
        Chain.objects.select_for_update(no_key=True, of=("self",))
        .select_related("workspace", "policy", "prepared_by")
        .filter(gates=gate_id)
        .first()
    )
    if chain is None:
        raise JudgmentError("NOT_FOUND", "There is nothing here for you.")
    return chain
