"""The table: D9's index, D17's expiry, and what makes it safe to keep."""

import pytest

from infra.stages import STAGES
from tests.infra.template import Synthesise, Template

TABLE = "AWS::DynamoDB::Table"


def test_items_are_found_by_two_keys_and_open_lobbies_by_the_sparse_index(template: Template) -> None:
    table = template.only(TABLE)["Properties"]

    assert table["KeySchema"] == [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ]
    assert table["GlobalSecondaryIndexes"] == [
        {
            "IndexName": "open-lobbies",
            "KeySchema": [
                {"AttributeName": "lobby_key", "KeyType": "HASH"},
                {"AttributeName": "lobby_rating", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ]
    assert {a["AttributeName"]: a["AttributeType"] for a in table["AttributeDefinitions"]} == {
        "pk": "S",
        "sk": "S",
        "lobby_key": "S",
        "lobby_rating": "N",
    }


def test_items_expire_by_themselves(template: Template) -> None:
    expiry = template.only(TABLE)["Properties"]["TimeToLiveSpecification"]

    assert expiry == {"AttributeName": "expires_at", "Enabled": True}


def test_the_table_can_be_put_back_to_any_second(template: Template) -> None:
    recovery = template.only(TABLE)["Properties"]["PointInTimeRecoverySpecification"]

    assert recovery == {"PointInTimeRecoveryEnabled": True}


def test_the_table_is_paid_by_request_and_streams_new_images(template: Template) -> None:
    table = template.only(TABLE)["Properties"]

    assert table["BillingMode"] == "PAY_PER_REQUEST"
    assert table["StreamSpecification"] == {"StreamViewType": "NEW_IMAGE"}


@pytest.mark.parametrize("stage", STAGES)
def test_only_prod_keeps_its_data_when_the_stack_goes(synthesised: Synthesise, stage: str) -> None:
    template = synthesised(stage)
    is_prod = stage == "prod"

    for kind in (TABLE, "AWS::SecretsManager::Secret"):
        assert template.only(kind)["DeletionPolicy"] == ("Retain" if is_prod else "Delete")
    assert template.only(TABLE)["Properties"]["DeletionProtectionEnabled"] is is_prod
