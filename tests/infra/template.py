"""A synthesised template as the tests read it: resources by type, references as words."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

Resource = Mapping[str, Any]
HASH = re.compile(r"[0-9A-F]{8}$")
COPIER = "index.handler"
"""CDK's own function, which brings the page's files at a deployment and is none of the game's (test_pages.py)."""


@dataclass(frozen=True)
class Template:
    """The template of one stage and the cloud assembly it lies in."""

    stage: str
    assembly: Path

    @cached_property
    def path(self) -> Path:
        return self.assembly / f"wordle-tournament-{self.stage}.template.json"

    @cached_property
    def body(self) -> Mapping[str, Any]:
        body: Mapping[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        return body

    @cached_property
    def assets(self) -> Mapping[str, Any]:
        manifest = self.assembly / f"wordle-tournament-{self.stage}.assets.json"
        files: Mapping[str, Any] = json.loads(manifest.read_text(encoding="utf-8"))["files"]
        return files

    def of_type(self, kind: str) -> Mapping[str, Resource]:
        """Logical id to resource."""
        return {name: resource for name, resource in self.body["Resources"].items() if resource["Type"] == kind}

    def properties(self, kind: str) -> list[Mapping[str, Any]]:
        return [resource["Properties"] for resource in self.of_type(kind).values()]

    def only(self, kind: str) -> Resource:
        """The one resource of its type."""
        [resource] = self.of_type(kind).values()
        return resource

    def functions(self) -> Mapping[str, Resource]:
        """Module under functions/ to its function."""
        return {
            resource["Properties"]["Handler"].removesuffix(".handler"): resource
            for resource in self.of_type("AWS::Lambda::Function").values()
            if resource["Properties"]["Handler"] != COPIER
        }

    def module(self, reference: Any) -> str:
        """The module of the function, or of its alias, that a reference means."""
        text = render(reference)
        names = self._function_names().items()
        [module] = [module for module, name in names if f"<{name}" in text or f"<{_alias(name)}>" in text]
        return module

    def _function_names(self) -> Mapping[str, str]:
        return {
            resource["Properties"]["Handler"].removesuffix(".handler"): HASH.sub("", name)
            for name, resource in self.of_type("AWS::Lambda::Function").items()
            if resource["Properties"]["Handler"] != COPIER
        }

    def grants(self, role: Any) -> set[tuple[str, str]]:
        """(action, resource) of all that a role's policies allow."""
        granted = set()
        for policy in self.properties("AWS::IAM::Policy"):
            if role["Fn::GetAtt"][0] in [reference["Ref"] for reference in policy["Roles"]]:
                granted |= set(allowed(policy["PolicyDocument"]))
        return granted

    def asset(self, code: Mapping[str, Any]) -> Path:
        """The folder of an asset that a function or layer is made of."""
        key = code["S3Key"].removesuffix(".zip")
        return self.assembly / str(self.assets[key]["source"]["path"])


def _alias(function: str) -> str:
    return function.removesuffix("Function") + "Live"


Synthesise = Callable[[str], Template]
"""The template of a stage."""


def allowed(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(action, resource) of a policy document that only allows."""
    for statement in document["Statement"]:
        assert statement["Effect"] == "Allow"
        for action in _listed(statement["Action"]):
            for resource in _listed(statement["Resource"]):
                yield action, render(resource)


def render(value: Any) -> str:
    """A resolved text, with what is known at deployment in angle brackets and without CDK's hashes."""
    match value:
        case str():
            return value
        case {"Ref": str(name)}:
            return f"<{HASH.sub('', name).removeprefix('AWS::')}>"
        case {"Fn::GetAtt": [str(name), str(attribute)]}:
            return f"<{HASH.sub('', name)}.{attribute}>"
        case {"Fn::Sub": str(text)}:
            return re.sub(r"\$\{(?:AWS::)?(\w+)\}", r"<\1>", text)
        case {"Fn::Join": [str(glue), list(parts)]}:
            return glue.join(map(render, parts))
        case _:
            raise TypeError(value)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
