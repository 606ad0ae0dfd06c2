"""Flutter's half: flet_web's prebuilt client and Pyodide, cut to what the app uses.

Nothing in it may ask another host for anything: the two addresses it would call on its own (a
Rive player, fallback fonts) are answered at home, and a build that finds one more fails.
"""

import json
import re
import shutil
from pathlib import Path

import flet_web

from app.packaging.places import BASE_HREF, BuildError

CLIENT = Path(flet_web.__file__).parent / "web"
# What the app uses of the client; the rest (other renderers, maps, players, maths fonts) stays
# behind.
KEPT = (
    "flutter.js",
    "main.dart.js",
    "canvaskit/canvaskit.js",
    "canvaskit/canvaskit.wasm",
    "canvaskit/chromium/canvaskit.js",
    "canvaskit/chromium/canvaskit.wasm",
    "assets/AssetManifest.bin",
    "assets/AssetManifest.bin.json",
    "assets/fonts/MaterialIcons-Regular.otf",
    "assets/packages/wakelock_plus/assets/no_sleep.js",
    "assets/shaders/ink_sparkle.frag",
    "assets/shaders/stretch_effect.frag",
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide.asm.wasm",
    "version.json",
)
VARIANTS = {
    "chromium": ("canvaskit/chromium/canvaskit.js", "canvaskit/chromium/canvaskit.wasm"),
    "other": ("canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm"),
}
RIVE = re.compile(r"https://cdn\.jsdelivr\.net/npm/@rive-app/flutter-native-wasm@[\d.]+/")
RIVE_STUB = "shell/rive/wasm/rive_native.js"


def copy_client(out: Path) -> None:
    """Copies the client into `out`, pointing every address it loads by itself at the bundle."""
    for name in KEPT:
        source, target = CLIENT / name, out / name
        if not source.is_file():
            raise BuildError(f"flet-web's client has no {name}: this version is not known here")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    main = out / "main.dart.js"
    text, found = RIVE.subn(f"{BASE_HREF}shell/rive/", main.read_text(encoding="utf-8"))
    if found != 1:
        raise BuildError(f"main.dart.js names the Rive player {found} times; expected once")
    main.write_text(text, encoding="utf-8")


def flutter_build_config() -> dict:
    """The `_flutter.buildConfig` of the client, with CanvasKit as the only renderer."""
    bootstrap = (CLIENT / "flutter_bootstrap.js").read_text(encoding="utf-8")
    match = re.search(r"_flutter\.buildConfig = (\{.*?\});\n", bootstrap)
    if not match:
        raise BuildError("flet-web's flutter_bootstrap.js has no buildConfig")
    config = json.loads(match[1])
    config["builds"] = [b for b in config["builds"] if b["renderer"] == "canvaskit"]
    config["useLocalCanvasKit"] = True
    return config
