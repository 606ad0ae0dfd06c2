"""The screens of "A lei", imported when one first goes there (`app.screens.routes_lei`)."""
