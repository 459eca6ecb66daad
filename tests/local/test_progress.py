"""The lines that ``make play`` prints carry minutes and seconds since its start."""

import pytest

from infra.local.play import Progress


@pytest.mark.parametrize(
    ("passed", "stamp"),
    [(0.0, "00:00.0"), (59.94, "00:59.9"), (59.98, "01:00.0"), (83.25, "01:23.2"), (600.0, "10:00.0")],
)
def test_a_line_begins_with_the_time_since_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], passed: float, stamp: str
) -> None:
    moments = iter([100.0, 100.0 + passed])
    monkeypatch.setattr("infra.local.play.time.monotonic", lambda: next(moments))
    progress = Progress()
    progress.write("ready")
    assert capsys.readouterr().out == f"{stamp}  ready\n"
