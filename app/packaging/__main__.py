"""``python -m app.packaging [--out build/app]``: builds the browser bundle."""

import argparse
import sys
from pathlib import Path

from app.packaging.bundle import build
from app.packaging.places import ROOT, BuildError, Places


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m app.packaging", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "app")
    parser.add_argument("--entry", type=Path, default=ROOT / "main.py", help="becomes main.py")
    parser.add_argument("--extra", type=Path, help="a folder laid over the app (tests)")
    parser.add_argument("--best", action="store_true", help="as small as it goes: some minutes")
    parser.add_argument("--force", action="store_true", help="build even if nothing changed")
    asked = parser.parse_args()
    places = Places(out=asked.out.resolve(), entry=asked.entry.resolve(), extra=asked.extra,
                    best=asked.best)
    try:
        report = build(places, force=asked.force)
    except BuildError as error:
        print(f"The browser app could not be built: {error}", file=sys.stderr)
        return 1
    first, packs = report["first_load"], report["packs"]
    print(
        f"Browser app in {asked.out}: first load {first['brotli'] / 1e6:.1f} MB brotli "
        f"({first['gzip'] / 1e6:.1f} gzip, {first['raw'] / 1e6:.1f} raw), "
        f"later packs {packs['brotli'] / 1e6:.1f} MB."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
