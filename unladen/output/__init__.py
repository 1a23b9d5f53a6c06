"""Decision -> reader: text, Markdown, JUnit, annotations, JSON."""
