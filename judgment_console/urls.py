"""The whole URL table."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("judgment_console.reviews.urls")),
    path("accounts/", include("allauth.account.urls")),
    path(settings.ADMIN_PATH, admin.site.urls),
]
