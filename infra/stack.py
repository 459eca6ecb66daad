"""The stack: which parts exist and what each is given of the others. `parts/` holds the parts."""

from aws_cdk import CfnOutput, DefaultStackSynthesizer, Stack, Tags
from constructs import Construct

from infra.parts.alarms import Alarms, Monitored
from infra.parts.dead_letters import DeadLetters
from infra.parts.functions import Functions, Neighbours
from infra.parts.keys import TokenKeys
from infra.parts.layers import Layers
from infra.parts.pages import Pages
from infra.parts.round_machine import RoundMachine, machine_arn
from infra.parts.socket_routes import SocketRoutes
from infra.parts.sockets import Sockets
from infra.parts.streams import Streams
from infra.parts.table import TournamentTable
from infra.stages import Stage
from wordle_tournament.protocol import routes


class TournamentStack(Stack):
    """Everything of one stage."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage) -> None:
        super().__init__(
            scope,
            name,
            description=f"Wordle Tournament, stage {stage.name}",
            termination_protection=stage.keeps_data,
            analytics_reporting=False,
            # An emulator is not bootstrapped.
            synthesizer=DefaultStackSynthesizer(generate_bootstrap_version_rule=stage.emulator is None),
        )
        Tags.of(self).add("application", "wordle-tournament")
        Tags.of(self).add("stage", stage.name)

        table = TournamentTable(self, "Table", stage=stage)
        keys = TokenKeys(self, "TokenKeys", stage=stage)
        sockets = Sockets(self, "Sockets", stage=stage)
        pages = Pages(self, "Pages", stage=stage, sockets=sockets) if stage.carries_page else None
        dead_letters = {
            routes.RELAY_FUNCTION: DeadLetters(self, "RelayDeadLetters", stage=stage),
            routes.RATING_FUNCTION: DeadLetters(self, "RatingDeadLetters", stage=stage),
        }
        functions = Functions(
            self,
            "Functions",
            stage=stage,
            layers=Layers(self, "Layers", stage=stage),
            neighbours=Neighbours(
                table=table,
                keys=keys,
                sockets=sockets,
                round_machine_arn=machine_arn(self),
                dead_letters=dead_letters,
                page=stage.page or (pages.url if pages else ""),
            ),
        )
        SocketRoutes(self, "Routes", stage=stage, sockets=sockets, functions=functions)
        machine = RoundMachine(self, "RoundMachine", stage=stage, tick=functions.live(routes.TICK_FUNCTION))
        Streams(self, "Streams", table=table, functions=functions, dead_letters=dead_letters)

        CfnOutput(self, "WebSocketUrl", value=sockets.url, description="Where clients connect, ?token=... optional")
        if pages is not None:
            CfnOutput(self, "PageUrl", value=pages.url, description="Where people play")
        CfnOutput(self, "ManagementEndpoint", value=sockets.management_endpoint, description="Base of @connections")
        CfnOutput(self, "ApiId", value=sockets.api_id)
        CfnOutput(self, "TableName", value=table.name)
        CfnOutput(self, "RoundMachineArn", value=machine.arn)
        CfnOutput(self, "TokenKeysSecret", value=keys.arn)
        CfnOutput(self, "RelayDeadLettersUrl", value=dead_letters[routes.RELAY_FUNCTION].url)
        CfnOutput(self, "RatingDeadLettersUrl", value=dead_letters[routes.RATING_FUNCTION].url)
        if stage.has_alarms:
            monitored = Monitored(
                table=table, sockets=sockets, functions=functions, machine=machine, dead_letters=dead_letters
            )
            alarms = Alarms(self, "Alarms", monitored=monitored)
            CfnOutput(
                self, "AlarmTopic", value=alarms.topic_arn, description="Topic to which alarms publish; subscribe to it"
            )
