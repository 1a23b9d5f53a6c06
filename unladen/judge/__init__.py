"""Records -> Decision; pure: no file, clock or process."""
