"""What `flet build` and the browser bundle start."""

import flet as ft

from app.main import main

if __name__ == "__main__":
    ft.run(main)
