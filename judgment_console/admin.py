"""The admin face: everything of the record can be read, nothing of it changed.

Superusers included: a correction is a decision in the console, never an edit here.
Staff who administer a workspace read that workspace; superusers read all.
"""

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from judgment_console.models import (
    Chain,
    Dataset,
    Decision,
    Gate,
    Membership,
    Notice,
    Outbox,
    Policy,
    Round,
    Upload,
    Workspace,
)
from judgment_console.models.entries import LedgerEntry, TrailEntry

if TYPE_CHECKING:
    BaseAdmin = admin.ModelAdmin[Any]
else:
    BaseAdmin = admin.ModelAdmin

admin.site.site_header = admin.site.site_title = "Judgment Console"
admin.site.index_title = "The record, to read"
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


def _only(*names: str) -> tuple[Any, ...]:
    # Only related rows that the reader's own list holds become choices.
    return tuple((name, admin.RelatedOnlyFieldListFilter) for name in names)


class ReadOnly(BaseAdmin):
    """A table of the record: no add, no change, no delete, no actions.

    ``scope`` leads to the workspace, or is empty for what only superusers read;
    ``heavy`` columns are neither read nor shown.
    """

    actions = None
    list_per_page = 50
    show_full_result_count = False
    scope: ClassVar[str] = "workspace"
    heavy: ClassVar[tuple[str, ...]] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the workspaces that the reader administers."""
        rows = super().get_queryset(request).defer(*self.heavy)
        if _superuser(request):
            return rows
        if not self.scope:
            return rows.none()
        ours = Membership.objects.filter(
            user_id=request.user.pk or 0, admin=True, active=True
        )
        return rows.filter(**{f"{self.scope}__in": ours.values("workspace")})

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Every column, except what is too large to show."""
        columns = [field.name for field in self.model._meta.fields]
        return [name for name in columns if name not in self.heavy]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Staff, who see what ``get_queryset`` gives them."""
        return request.user.is_active and request.user.is_staff

    def has_view_permission(self, request: HttpRequest, *_: Any) -> bool:
        """Staff, who see what ``get_queryset`` gives them."""
        return self.has_module_permission(request)

    def has_add_permission(self, *_: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, *_: Any) -> bool:
        """Never; what may be seen is shown without a form."""
        return False

    def has_delete_permission(self, *_: Any) -> bool:
        """Never."""
        return False


@admin.register(Chain)
class ChainAdmin(ReadOnly):
    """Chains with how many entries they have."""

    list_display = (
        "title", "workspace", "spec", "state", "prepared_by", "started_at",
        "finished_at", "entry_count",
    )  # fmt: skip
    list_filter = (*_only("workspace", "prepared_by"), "spec", "state", "started_at")
    list_select_related = ("workspace", "prepared_by")
    search_fields = ("title", "segment__name")
    date_hierarchy = "started_at"


@admin.register(Gate)
class GateAdmin(ReadOnly):
    """Gates of all chains."""

    scope = "chain__workspace"
    list_display = ("question", "chain", "position", "stage", "state", "settled_at")
    list_filter = (*_only("chain__workspace"), "chain__spec", "stage", "state")
    list_select_related = ("chain",)
    search_fields = ("question", "chain__title")


@admin.register(Round)
class RoundAdmin(ReadOnly):
    """Rounds with their digest; the proposal is read on the page of the gate."""

    scope = "gate__chain__workspace"
    heavy = ("proposal",)
    list_display = (
        "gate", "number", "opened_because", "opened_at", "parked_at", "due_at",
        "closed_at", "failure_code",
    )  # fmt: skip
    list_filter = (*_only(scope), "gate__chain__spec", "gate__stage")
    list_select_related = ("gate",)
    search_fields = ("gate__question", "gate__chain__title", "recommendation")


@admin.register(Decision)
class DecisionAdmin(ReadOnly):
    """Decisions with who signed them."""

    scope = "round__gate__chain__workspace"
    heavy = ("round__proposal",)
    list_display = ("verb", "printed_name", "role", "gate", "chain", "channel", "at")
    list_filter = (
        *_only(scope, "user"), "round__gate__chain__spec", "round__gate__stage", "verb",
        "at",
    )  # fmt: skip
    list_select_related = ("round__gate__chain",)
    search_fields = ("round__gate__chain__title", "rationale", "printed_name")
    date_hierarchy = "at"

    @admin.display(description="gate")
    def gate(self, decision: Decision) -> str:
        """The question that was decided."""
        return decision.round.gate.question

    @admin.display(description="chain")
    def chain(self, decision: Decision) -> str:
        """The chain's title."""
        return decision.round.gate.chain.title


class EntryAdmin(ReadOnly):
    """What sealed entries have in common."""

    list_filter = (*_only("workspace", "user"), "chain__spec", "stage", "kind", "at")
    list_select_related = ("chain", "workspace", "user")
    search_fields = ("chain__title", "field", "rationale", "decision", "stage")
    date_hierarchy = "at"
    ordering = ("-at", "-seq")

    @admin.display(description="reason")
    def reason(self, entry: Any) -> str:
        """The beginning of the reason; the whole of it is on the entry's page."""
        text: str = entry.rationale
        return text if len(text) <= 120 else f"{text[:119]}…"

    @admin.display(description="hash")
    def sealed(self, entry: Any) -> str:
        """The beginning of the seal."""
        return str(entry.hash[:12])


@admin.register(TrailEntry)
class TrailEntryAdmin(EntryAdmin):
    """What happened, with the reason as it was typed."""

    list_display = (
        "seq", "chain", "kind", "stage", "verb", "decision", "reason", "actor_name",
        "at", "sealed",
    )  # fmt: skip


@admin.register(LedgerEntry)
class LedgerEntryAdmin(EntryAdmin):
    """What was assumed: one field, its value, and why."""

    list_display = (
        "seq", "chain", "field", "value", "previous_value", "reason", "actor_name",
        "at", "sealed",
    )  # fmt: skip


@admin.register(Upload)
class UploadAdmin(ReadOnly):
    """Files as they came, without their bytes."""

    heavy = ("content",)
    list_display = ("filename", "workspace", "state", "uploaded_by", "at")
    list_filter = (*_only("workspace", "uploaded_by"), "state", "at")
    list_select_related = ("workspace", "uploaded_by")
    search_fields = ("filename", "digest")


@admin.register(Dataset)
class DatasetAdmin(ReadOnly):
    """Confirmed data sets; the console shows their figures."""

    heavy = ("content",)
    list_display = (
        "name", "workspace", "segment", "currency", "valuation_date", "confirmed_by",
        "at",
    )  # fmt: skip
    list_filter = (*_only("workspace", "segment", "confirmed_by"), "at")
    list_select_related = ("workspace", "segment", "confirmed_by")
    search_fields = ("name", "segment__name", "digest")


@admin.register(Outbox)
class OutboxAdmin(ReadOnly):
    """Promised work; what is set aside shows why. It belongs to no workspace."""

    scope = ""
    list_display = (
        "job", "subject", "created_at", "begun_at", "done_at", "attempts",
        "quarantined", "last_error",
    )  # fmt: skip
    list_filter = ("job", "quarantined", "created_at")
    search_fields = ("last_error",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Superusers alone."""
        return _superuser(request)


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """What people were told."""

    list_display = ("kind", "recipient", "chain", "mail_state", "at", "sent_at")
    list_filter = (*_only("workspace", "recipient"), "kind", "mail_state", "at")
    list_select_related = ("recipient", "chain")
    search_fields = ("chain__title",)


@admin.register(Policy)
class PolicyAdmin(ReadOnly):
    """Versions of the rules; a new version is a new row, made elsewhere."""

    list_display = ("workspace", "version", "reason", "made_by", "at")
    list_filter = _only("workspace")
    list_select_related = ("workspace", "made_by")


class Kept(BaseAdmin):
    """Not of the record, and still never deleted: entries refer to it."""

    def has_delete_permission(self, *_: Any) -> bool:
        """Never; a member who leaves is made inactive."""
        return False


@admin.register(Workspace)
class WorkspaceAdmin(Kept):
    """Workspaces with their time zone."""

    list_display = ("name", "time_zone", "created_at")


@admin.register(Membership)
class MembershipAdmin(Kept):
    """Who belongs where, with which roles."""

    list_display = (
        "printed_name", "workspace", "user", "viewer", "preparer", "reviewer", "admin",
        "active",
    )  # fmt: skip
    list_filter = ("workspace", "active")
    list_select_related = ("workspace", "user")
    search_fields = ("printed_name", "user__email")


def _superuser(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_superuser
