"""What is the swallow carrying? Two commits -> slower or not, how sure, and which part did it."""

__version__ = "0.0.1"
