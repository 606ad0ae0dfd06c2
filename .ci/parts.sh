#!/bin/sh
# Brings the programs that are not Python's: `parts.sh venv` what a virtual environment needs,
# `parts.sh test` what the tests drive (a Chromium, zbar, poppler, PostgreSQL). What is there is
# left alone; what is missing comes from the system's packages, as root or by sudo.
set -eu

has() { command -v "$1" >/dev/null 2>&1; }

install() {
  [ -n "$1" ] || return 0
  if [ "$(id -u)" = 0 ]; then as=""; elif has sudo && sudo -n true 2>/dev/null; then as="sudo -n"
  else as=none; fi
  if [ "$as" = none ] || ! has apt-get; then
    echo "Missing here, please install:$1" >&2
    exit 1
  fi
  echo "Installing from the system's packages:$1"
  log=$(mktemp)
  # shellcheck disable=SC2086
  { $as apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
      $as apt-get install -y -qq --no-install-recommends $1; } >"$log" 2>&1 \
    || { cat "$log" >&2; echo "Could not install:$1" >&2; exit 1; }
  rm -f "$log"
}

has_postgres() {
  has initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

has_chromium() {
  [ -n "${PRANCHETA_CHROMIUM:-}" ] || has chromium || has chromium-browser || has google-chrome \
    || ls "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}"/chromium-*/INSTALLATION_COMPLETE \
      >/dev/null 2>&1
}

case "${1:-}" in
  venv)
    python=$2
    "$python" -c 'import ensurepip, venv' 2>/dev/null \
      || install " $("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    ;;
  test)
    wanted=""
    has_chromium || .venv/bin/python -m playwright install chromium >/dev/null 2>&1 \
      || wanted="$wanted chromium"
    ldconfig -p 2>/dev/null | grep -q libzbar || wanted="$wanted libzbar0"
    has pdftoppm || wanted="$wanted poppler-utils"
    has_postgres || wanted="$wanted postgresql"
    install "$wanted"
    ;;
  *)
    echo "usage: parts.sh venv PYTHON | parts.sh test" >&2
    exit 2
    ;;
esac
