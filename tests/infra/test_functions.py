"""Who may do what. The table is written down here a second time, on purpose: widening a role must show in review."""

import pytest

from infra.parts.functions import modules
from infra.parts.needs import NEEDS
from tests.infra.template import COPIER, Synthesise, Template, allowed
from wordle_tournament.protocol import routes
from wordle_tournament.runtime.settings import VARIABLES

ITEMS = {
    (f"dynamodb:{action}", "<TableItems.Arn>")
    for action in ("BatchGetItem", "ConditionCheckItem", "GetItem", "PutItem", "UpdateItem")
}
LEDGER = {("dynamodb:Query", "<TableItems.Arn>")}
LOBBIES = {("dynamodb:Query", "<TableItems.Arn>/index/open-lobbies")}
CONNECTIONS = "arn:<Partition>:execute-api:<Region>:<AccountId>:<SocketsApi>/prod/{}/@connections/*"
POST = {("execute-api:ManageConnections", CONNECTIONS.format("POST"))}
CLOSE = {("execute-api:ManageConnections", CONNECTIONS.format("DELETE"))}
CLOCK = {
    (
        "states:StartExecution",
        "arn:<Partition>:states:<Region>:<AccountId>:stateMachine:wordle-tournament-prod-round",
    )
}
KEYS = {("secretsmanager:GetSecretValue", "<TokenKeys.Id>")}
STREAM = {
    ("dynamodb:DescribeStream", "<TableItems.StreamArn>"),
    ("dynamodb:GetRecords", "<TableItems.StreamArn>"),
    ("dynamodb:GetShardIterator", "<TableItems.StreamArn>"),
    ("dynamodb:ListStreams", "<TableItems.Arn>/stream/*"),
}
PLAYS = ITEMS | POST | CLOCK

MAY = {
    "ws_authorize": KEYS,
    "ws_connect": POST,
    "ws_disconnect": PLAYS,
    "ws_default": POST,
    "ws_hello": PLAYS | LEDGER | CLOSE | KEYS,
    "ws_sync": PLAYS | LEDGER | CLOSE,
    "ws_ping": PLAYS | LEDGER | LOBBIES | CLOSE,
    "ws_party": PLAYS | LOBBIES | CLOSE,
    "ws_rename": PLAYS | CLOSE,
    "ws_queue": PLAYS | LOBBIES | CLOSE,
    "ws_unqueue": PLAYS | CLOSE,
    "ws_guess": PLAYS,
    "ws_leave": PLAYS,
    "clock_tick": PLAYS,
    "stream_relay": PLAYS | STREAM | {("sqs:SendMessage", "<RelayDeadLettersQueue.Arn>")},
    "stream_rating": PLAYS | STREAM | {("sqs:SendMessage", "<RatingDeadLettersQueue.Arn>")},
}

WORLD = {"TABLE_NAME", "MANAGEMENT_ENDPOINT", "ROUND_MACHINE_ARN", "WORDLISTS_DIR", "PAGE_URL"}
TOLD = {  # besides the stage's name
    "ws_authorize": {"TOKEN_KEYS_SECRET"},
    "ws_connect": {"MANAGEMENT_ENDPOINT"},
    "ws_disconnect": WORLD,
    "ws_default": {"MANAGEMENT_ENDPOINT"},
    "ws_hello": WORLD | {"TOKEN_KEYS_SECRET"},
    "ws_sync": WORLD,
    "ws_ping": WORLD,
    "ws_party": WORLD | {"RULES"},
    "ws_rename": WORLD,
    "ws_queue": WORLD | {"RULES"},
    "ws_unqueue": WORLD,
    "ws_guess": WORLD,
    "ws_leave": WORLD,
    "clock_tick": WORLD,
    "stream_relay": WORLD | {"DEAD_LETTER_QUEUE_URL"},
    "stream_rating": WORLD | {"DEAD_LETTER_QUEUE_URL"},
}


def test_every_function_of_the_register_is_deployed_once(template: Template) -> None:
    assert set(template.functions()) == set(modules())
    handlers = [properties["Handler"] for properties in template.properties("AWS::Lambda::Function")]
    assert sorted(set(handlers) - {COPIER}) == sorted(handler for handler in handlers if handler != COPIER)


def test_needs_are_stated_for_exactly_the_functions_of_the_register() -> None:
    assert set(NEEDS) == set(modules()) == set(MAY) == set(TOLD)


@pytest.mark.parametrize("module", MAY)
def test_a_role_allows_what_its_function_needs_and_no_more(prod: Template, module: str) -> None:
    function = prod.functions()[module]["Properties"]
    log = {(f"logs:{action}", f"<{_part(module)}Logs.Arn>") for action in ("CreateLogStream", "PutLogEvents")}

    assert prod.grants(function["Role"]) == MAY[module] | log


def test_every_function_has_a_role_of_its_own(template: Template) -> None:
    roles = [function["Properties"]["Role"]["Fn::GetAtt"][0] for function in template.functions().values()]

    assert len(set(roles)) == len(roles)


def test_no_function_s_role_stands_on_a_policy_of_aws_s_own(template: Template) -> None:
    for function in template.functions().values():
        role = template.body["Resources"][function["Properties"]["Role"]["Fn::GetAtt"][0]]
        assert "ManagedPolicyArns" not in role["Properties"]
        assert "Policies" not in role["Properties"]


def test_nobody_may_scan(template: Template) -> None:
    actions = [
        action
        for policy in template.properties("AWS::IAM::Policy")
        for action, _ in allowed(policy["PolicyDocument"])
        if action.startswith("dynamodb:")
    ]

    assert [action for action in actions if "Scan" in action or "*" in action] == []
    assert "dynamodb:GetItem" in actions


@pytest.mark.parametrize("module", TOLD)
def test_a_function_is_told_what_it_needs_and_no_more(prod: Template, module: str) -> None:
    told = prod.functions()[module]["Properties"]["Environment"]["Variables"]

    assert set(told) == TOLD[module] | {"STAGE"}
    assert told["STAGE"] == "prod"


def test_no_function_is_told_what_the_settings_do_not_know(template: Template) -> None:
    for function in template.functions().values():
        assert set(function["Properties"]["Environment"]["Variables"]) <= set(VARIABLES.values())


def test_functions_run_on_arm_and_python_3_13(template: Template) -> None:
    kinds = {
        (function["Properties"]["Runtime"], *function["Properties"]["Architectures"])
        for function in template.functions().values()
    }

    assert kinds == {("python3.13", "arm64")}


def test_a_socket_s_function_ends_before_api_gateway_gives_up(template: Template) -> None:
    for module, function in template.functions().items():
        if module not in routes.EVENT_FUNCTIONS:
            assert function["Properties"]["Timeout"] < 29  # seconds


@pytest.mark.parametrize(("stage", "days"), [("local", 1), ("dev", 7), ("prod", 90)])
def test_every_function_logs_to_its_own_group_and_no_log_is_kept_for_ever(
    synthesised: Synthesise, stage: str, days: int
) -> None:
    template = synthesised(stage)
    groups = [function["Properties"]["LoggingConfig"]["LogGroup"]["Ref"] for function in template.functions().values()]

    assert len(set(groups)) == len(modules())
    assert {group["RetentionInDays"] for group in template.properties("AWS::Logs::LogGroup")} == {days}


def _part(module: str) -> str:
    return "Functions" + "".join(word.capitalize() for word in module.split("_"))
