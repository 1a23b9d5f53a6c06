"""What of an environment belongs to what is measured in it, and what must never be written down."""

import pytest

from unladen.tools.variables import telling


@pytest.mark.parametrize(
    ("name", "telling_"),
    [
        ("LOG_LEVEL", True),
        ("DEBUG", True),
        ("OMP_NUM_THREADS", True),
        ("PYTHONOPTIMIZE", True),
        ("VICTIM_LOG_LEVEL", True),
        ("VICTIM_API_KEY", False),
        ("VICTIM_DATABASE_URL", False),
        ("PYTHONDONTWRITEBYTECODE", False),
        ("TF_CLI_CONFIG_FILE", False),
        ("HOME", False),
        ("MY_DEBUG_ROOM", False),
        ("GITHUB_RUN_ID", False),
    ],
)
def test_what_can_change_a_measurement_is_of_it_and_nothing_that_may_be_a_secret(
    name: str, telling_: bool
) -> None:
    assert (name in telling({name: "1"}, ["victim", "github"])) == telling_


def test_a_long_value_stands_in_a_record_by_its_digest() -> None:
    one, other = (telling({"LD_PRELOAD": f"/{way * 60}.so"}, []) for way in "ab")
    assert one["LD_PRELOAD"].startswith("sha256 ")
    assert one != other
    assert telling({"DEBUG": "a\nb"}, [])["DEBUG"].startswith("sha256 ")
