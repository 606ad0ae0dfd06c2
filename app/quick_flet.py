"""Shorter ways through Flet's drawing, with the same outcome.

To make one button, Flet sets each of its 60 fields, and to send it walks over all of them again,
nearly all at their defaults. On a phone's Python that is most of what an answer costs. Here only
the fields that were given are set and walked. It holds for the versions of Flet that it was
proved on; any other is left as it is.

Import it before Flet's controls: those that are there already stay as they are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

PROVED_ON = ("1.0.5",)


def quicken() -> None:
    """From now on controls are made and compared the short way. Idempotent."""
    from flet.controls import value_types
    from flet.version import flet_version

    if flet_version not in PROVED_ON or hasattr(value_types, "quick"):
        return
    value_types.quick = True
    install = value_types._install_props

    def install_props(cls: type) -> None:
        install(cls)
        if "__init__" in cls.__dict__ and cls.__dataclass_params__.init:
            cls.__init__ = _quick_init(cls)

    value_types._install_props = install_props
    _quicken_diff()


def _quick_init(cls: type) -> Callable[..., None]:
    """The dataclass's `__init__`, without setting to its default what is there by default."""
    whole = cls.__init__
    every = cls.__dataclass_fields__.values()
    taken = [f for f in every if f.init and f._field_type is not dataclasses._FIELD_CLASSVAR]
    initvars = [f for f in taken if f._field_type is dataclasses._FIELD_INITVAR]
    by_place = tuple(f.name for f in taken if not f.kw_only)
    known = frozenset(f.name for f in taken)
    none = dataclasses.MISSING
    needed = frozenset(
        f.name for f in taken if f.default is none and f.default_factory is none
    )
    # In the order of the class: the first two are where Flet keeps what is set.
    made = [(f.name, f.default_factory) for f in every if f.default_factory is not none]
    skipped = frozenset(f.name for f in initvars)
    prepares = hasattr(cls, "__post_init__")

    def __init__(self: Any, *args: Any, **given: Any) -> None:
        if args:
            if len(args) > len(by_place) or not given.keys().isdisjoint(by_place[: len(args)]):
                return whole(self, *args, **given)  # it says what is wrong
            given = dict(zip(by_place, args, strict=False)) | given
        if not needed <= given.keys() <= known:
            return whole(self, **given)
        for name, factory in made:
            if name not in given:
                setattr(self, name, factory())
        for name, value in given.items():
            if name not in skipped:
                setattr(self, name, value)
        if prepares:
            self.__post_init__(*[given.get(f.name, f.default) for f in initvars])
        return None

    return __init__


def _quicken_diff() -> None:
    from flet.controls import object_patch

    plain = object_patch.dataclasses
    object_patch.dataclasses = SimpleNamespace(
        **{name: getattr(plain, name) for name in plain.__all__}
        | {"fields": _fields, "is_dataclass": _is_dataclass}
    )
    object_patch.logger.debug = _say_nothing
    object_patch.DiffBuilder._configure_dataclass = _configure
    object_patch.DiffBuilder._removed_controls = _removed


@cache
def _fields_of(cls: type) -> tuple[dataclasses.Field, ...]:
    return dataclasses.fields(cls)


def _fields(thing: Any) -> tuple[dataclasses.Field, ...]:
    return _fields_of(thing if isinstance(thing, type) else type(thing))


def _is_dataclass(thing: Any) -> bool:
    return hasattr(thing, "__dataclass_fields__")


def _say_nothing(*_: Any, **__: Any) -> None:
    """Flet logs every comparison for its own debugging, some with the text of all it compares."""


def _inside(thing: Any) -> Iterator[Any]:
    """What a dataclass holds that may hold controls: only fields that are not at their default
    can, and those that hold nothing further are passed over."""
    values = getattr(thing, "_values", None)
    if values is None:
        held = [getattr(thing, f.name) for f in _fields(thing) if not f.metadata.get("skip")]
    else:
        held = [*values.values(), *(getattr(thing, name) for name in thing._structural_fields)]
    for value in held:
        if isinstance(value, (list, dict)):
            if value:
                yield value
        elif hasattr(value, "__dataclass_fields__"):
            yield value


def _members(thing: Any) -> Iterator[Any]:
    return iter(thing.values()) if isinstance(thing, dict) else iter(thing)


def _configure(
    self: Any, item: Any, parent: Any, frozen: bool, configure_setattr_only: bool = False
) -> Iterator[Any]:
    """`DiffBuilder._configure_dataclass`: parents, marks and builds all that is new."""
    if not _is_dataclass(item):
        if isinstance(item, (list, dict)):
            for member in _members(item):
                yield from self._configure_dataclass(member, parent, frozen)
        return
    is_control = isinstance(item, self.control_cls)
    if parent is None:
        known = getattr(item, "_parent", None)
        parent = known() if known else None
    if parent:
        if parent is item:
            raise _patch().ObjectPatchException(f"Parent is the same as item: {item}")
        item._parent = _patch().weakref.ref(parent)
    if hasattr(item, "_frozen"):
        frozen = item._frozen
    elif frozen:
        item._frozen = frozen
    cls = type(item)
    if getattr(cls, "__flet_control_cls__", None) is None:
        cls.__flet_control_cls__ = self.control_cls
    if is_control:
        if not configure_setattr_only:
            item.build()
            item._before_update_safe()
            object.__setattr__(item, "_initialized", True)
        yield item
    if not configure_setattr_only:
        for held in _inside(item):
            yield from self._configure_dataclass(held, item if is_control else parent, frozen)
    if not frozen:
        dirty = getattr(item, "_dirty", None)
        if dirty is not None:
            dirty.clear()
            return
        if cls.__setattr__ is not _patch()._control_setattr:
            cls.__setattr__ = _patch()._control_setattr
        object.__setattr__(item, "__changes", {})


def _removed(self: Any, item: Any, recurse: bool) -> Iterator[Any]:
    """`DiffBuilder._removed_controls`: every control in what goes away."""
    if isinstance(item, self.control_cls):
        if hasattr(item, "__prev_lists"):
            for kind in ("__prev_lists", "__prev_dicts", "__prev_classes"):
                for held in getattr(item, kind, {}).values():
                    yield from self._removed_controls(held, recurse)
        elif recurse:
            for held in _inside(item):
                yield from self._removed_controls(held, recurse)
        yield item
    elif isinstance(item, (list, dict)):
        for member in _members(item):
            yield from self._removed_controls(member, recurse)


def _patch() -> Any:
    from flet.controls import object_patch

    return object_patch


quicken()
