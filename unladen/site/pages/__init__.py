"""values -> pages as text: the site touches no file, clock or process."""
