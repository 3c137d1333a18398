"""The page of a deletion in the admin: what has a name by its name, mere links by their number."""

from django.contrib.auth.models import Group, Permission
from django.urls import reverse

from kingdom.accounts.models import User
from tests.factories.specialists import client_of


def test_a_group_s_permissions_and_members_are_counted_and_not_listed(carol: User, alice: User) -> None:
    group = Group.objects.create(name="readers of Group-permission relationship: everything")
    group.permissions.set(Permission.objects.all()[:31])
    alice.groups.add(group)
    page = client_of(carol).get(reverse("admin:auth_group_delete", args=[group.pk])).content.decode()
    assert "_permissions object" not in page
    assert "_groups object" not in page
    assert page.count(group.name) >= 2
    assert "Links to permissions: 31" in page
    assert "Links to users: 1" in page


def test_the_summary_is_in_the_language_of_its_reader(carol: User) -> None:
    User.objects.filter(pk=carol.pk).update(language="de")
    group = Group.objects.create(name="leser")
    group.permissions.set(Permission.objects.all()[:3])
    page = client_of(carol).get(reverse("admin:auth_group_delete", args=[group.pk])).content.decode()
    assert "Verknüpfungen (Berechtigungen): 3" in page


def test_the_selected_rows_of_a_list_are_summed_up_alike(carol: User) -> None:
    groups = [Group.objects.create(name=name) for name in ("one", "two")]
    for group in groups:
        group.permissions.set(Permission.objects.all()[:5])
    data = {"action": "delete_selected", "_selected_action": [group.pk for group in groups]}
    page = client_of(carol).post(reverse("admin:auth_group_changelist"), data).content.decode()
    assert "_permissions object" not in page
    assert "Links to permissions: 10" in page
