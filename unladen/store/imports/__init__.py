"""Files that other tools wrote -> results, each of which says what it does not know."""
