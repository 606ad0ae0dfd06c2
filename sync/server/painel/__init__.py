"""The back office: a few protected pages for the secretaria, rendered here, without JavaScript."""
