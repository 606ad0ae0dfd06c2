"""`prancheta regras`: the laws answer questions from the command line.

Every command has `--json` (the fields are described in `answers`) and, without it, says the same in
pt-BR with its citations. Bad input is one sentence on stderr that names the option and the value,
with exit code 2 and nothing on stdout.
"""

from checklists.cli.commands import regras

__all__ = ["regras"]
