"""Compiles the archive /in.tar into /out.tar; runs on Pyodide under node (see compile.mjs).

A member's name is the path that the code will say it comes from. Docstrings are left out, for they
are a third of the bytes. A class keeps a mark in its place: `dataclass` would else work out a
text for each at every start.
"""

import ast
import importlib._bootstrap_external as bootstrap
import importlib.util
import io
import tarfile

UNCHECKED = False


class WithoutDocstrings(ast.NodeTransformer):
    def visit_ClassDef(self, node):
        return self._strip(node, mark=ast.Expr(ast.Constant("-")))

    def visit_FunctionDef(self, node):
        return self._strip(node, mark=None)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Module(self, node):
        return self._strip(node, mark=None)

    def _strip(self, node, mark):
        self.generic_visit(node)
        if ast.get_docstring(node, clean=False) is not None:
            rest = node.body[1:]
            node.body = [mark, *rest] if mark else rest or [ast.Pass()]
        return node


def compiled(source: bytes, path: str) -> bytes:
    tree = ast.fix_missing_locations(WithoutDocstrings().visit(ast.parse(source, path)))
    code = compile(tree, path, "exec", dont_inherit=True)
    digest = importlib.util.source_hash(source)
    return bytes(bootstrap._code_to_hash_pyc(code, digest, UNCHECKED))


with tarfile.open("/in.tar") as given, tarfile.open("/out.tar", "w") as made:
    for member in given:
        data = compiled(given.extractfile(member).read(), member.name)
        result = tarfile.TarInfo(member.name)
        result.size = len(data)
        made.addfile(result, io.BytesIO(data))
