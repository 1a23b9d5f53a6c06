"""Programs: text -> parsed -> type-checked -> run, inlined, brought to canonical form."""
