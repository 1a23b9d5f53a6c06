"""docs/search.md tells what was measured: its figures are those of the results that are kept."""

from tests.quality import search_report


def test_the_figures_of_the_page_are_those_of_the_results() -> None:
    for name in search_report.SETS:
        assert len(search_report.kept(name)) == 400
    page = search_report.page()
    assert page == search_report.PAGE.read_text("utf-8"), "search_report FILE --keep SET writes it"


def test_enough_is_solved_at_the_price_that_was_asked_for() -> None:
    """With two guesses, at 5 CPU seconds a test input: what the page says must be kept."""
    for name, least in (("training", 120), ("evaluation", 60)):
        results = search_report.kept(name)
        assert sum(result.solved(2) for result in results) >= least
        inputs = sum(result.inputs for result in results)
        assert sum(result.cpu_seconds for result in results) / inputs <= 5
