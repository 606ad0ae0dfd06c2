// Runs compile_there.py on Pyodide under node: compile.mjs <pyodide folder> <in.tar> <out.tar>.
// Only the interpreter that will run the bytecode can write it.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodide, input, output] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide });
const here = dirname(fileURLToPath(import.meta.url));
python.FS.writeFile("/in.tar", readFileSync(input));
python.runPython(readFileSync(join(here, "compile_there.py"), "utf8"));
writeFileSync(output, python.FS.readFile("/out.tar"));
