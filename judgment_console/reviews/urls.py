"""The addresses of the pages."""

from django.urls import path

from judgment_console.reviews import (
    accounts,
    chains,
    gates,
    inbox,
    inbox_chosen,
    records,
    starting,
    uploads,
)

app_name = "reviews"

urlpatterns = [
    path("", inbox.inbox, name="inbox"),
    path("inbox/remind/", inbox_chosen.remind, name="remind"),
    path("inbox/assign/", inbox_chosen.assign, name="assign"),
    path("healthz", accounts.healthz, name="healthz"),
    path("workspace/", accounts.workspace, name="workspace"),
    path("uploads/new/", uploads.upload, name="upload"),
    path("uploads/<uuid:upload_id>/", uploads.upload_detail, name="upload_detail"),
    path("uploads/<uuid:upload_id>/confirm/", uploads.confirm, name="confirm"),
    path("datasets/<uuid:dataset_id>/", uploads.dataset, name="dataset"),
    path("datasets/<uuid:dataset_id>/start/", starting.start, name="start"),
    path("chains/", chains.chains, name="chains"),
    path("chains/<uuid:chain_id>/", chains.chain, name="chain"),
    path("chains/<uuid:chain_id>/trail/", records.trail, name="trail"),
    path("chains/<uuid:chain_id>/ledger/", records.ledger, name="ledger"),
    path("chains/<uuid:chain_id>/disclosure/", records.disclosure, name="disclosure"),
    path(
        "chains/<uuid:chain_id>/disclosure.md",
        records.disclosure_markdown,
        name="disclosure_markdown",
    ),
    path("gates/<uuid:gate_id>/", gates.gate, name="gate"),
    path("gates/<uuid:gate_id>/rounds/<int:number>/", gates.round_, name="round"),
    path("gates/<uuid:gate_id>/decide/", gates.decide, name="decide"),
    path("gates/<uuid:gate_id>/effect/", gates.effect, name="effect"),
    path("gates/<uuid:gate_id>/draft/", gates.draft, name="draft"),
    path("gates/<uuid:gate_id>/answer/", gates.answer, name="answer"),
    path("gates/<uuid:gate_id>/retry/", gates.retry, name="retry"),
]
