"""One module per change of schema, in order."""
