"""Until when one may defend oneself against an auto, and until when the municipality must notify.

A defence is counted from where the law says: from the copy of the auto (Januária, Art. 111; Muriaé,
Art. 63, § 1; Santo André, Art. 51) or from a notification that comes later (Mangaratiba, Arts. 24
and 27). Nobody defends himself against what he has not received: until then there is no last day.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from checklists.choices import resolve
from checklists.deadlines import due, length_words
from checklists.legal_days import OfficeDays, office_days
from checklists.model import find
from checklists.notice_rows import NoticeDue, NoticeKind
from checklists.rows import Deadline
from checklists.rulebook import Rulebook

NOT_YET = "O prazo ainda não corre: "
NO_ADDRESS = "O endereço onde se entrega a defesa ainda não foi informado pelo município."


def defence(
    rulebook: Rulebook,
    kind_id: str,
    received_on: date | None,
    *,
    notified_on: date | None = None,
    role: str | None = None,
    on_the_spot: bool = False,
    office: OfficeDays | None = None,
) -> dict[str, Any] | None:
    """The `defence` of an auto's record; None where the law gives this kind none.

    `received_on`: the day on which the copy of the auto was received; `notified_on`: that of the
    notification that followed. `role` is who is liable. `on_the_spot`: the copy was handed over at
    the roadside to whoever was there, which starts nothing for one whose copy goes by post.
    `last_day` is null until the count has begun, and where the law gives no length; `why` says so,
    also why a day moved. `office` defaults to the municipality's own calendar.
    """
    kind = find(rulebook.notice.kinds, kind_id, rulebook.id, "espécie de auto")
    if kind.defence is None:
        return None
    row = rulebook.deadline(kind.defence)
    start, waiting = _start(rulebook, kind, row, received_on, notified_on, role, on_the_spot)
    last_day, reason = None, row.unknown
    if start is not None and not row.unknown:
        answer = due(rulebook, row.ato, start, office or office_days(rulebook))
        last_day, reason = answer.due, answer.reason
    address = rulebook.local.defence_address if rulebook.local else ""
    why = (reason, "" if row.unknown else waiting, "" if address else NO_ADDRESS)
    return {
        "ato": row.ato,
        "last_day": last_day.isoformat() if last_day else None,
        "counted_from": start.isoformat() if start and last_day else None,
        "length": length_words(rulebook, row),
        "starts": row.starts,
        "to": row.to,
        "address": address,
        "why": " ".join(filter(None, why)),
    }


def _start(
    rulebook: Rulebook, kind: NoticeKind, row: Deadline, received_on: date | None,
    notified_on: date | None, role: str | None, on_the_spot: bool,
) -> tuple[date | None, str]:  # fmt: skip
    """From when the defence is counted, or None and why not yet."""
    if kind.defence_from == "notificacao":
        waits = f"{NOT_YET}conta {row.starts}, que vem depois do auto."
        return notified_on, "" if notified_on else waits
    if on_the_spot and role in resolve(rulebook, kind.mailed):
        if notified_on is not None:
            return notified_on, ""
        return None, (
            f"{NOT_YET}para quem recebe pelo correio, conta do recebimento da sua "
            "via, e não da entregue na hora."
        )
    if received_on is None:
        return notified_on, "" if notified_on else f"{NOT_YET}conta {row.starts}."
    return received_on, ""


def final_undefended(rulebook: Rulebook, kind_id: str) -> bool:
    """Whether no appeal can undo an auto of this kind once its defence has run out unused. Where a
    decision imposes the penalty later (Mangaratiba, Art. 25; Muriaé, Art. 63, § 2; Santo André,
    Art. 50), the autuado can still appeal from that."""
    kind = find(rulebook.notice.kinds, kind_id, rulebook.id, "espécie de auto")
    return kind.final_undefended


# ---- What the municipality owes ----------------------------------------------------------------


def notice_deadlines(rulebook: Rulebook) -> tuple[NoticeDue, ...]:
    """The notices that the municipality owes after an auto, under the readings in force. `late`
    says what happens when the last day has passed."""
    return tuple(
        replace(row, starts=resolve(rulebook, row.starts), late=resolve(rulebook, row.late))
        for row in rulebook.notice.dues
    )


def notices_owed(
    rulebook: Rulebook, *, role: str | None, handed_over: bool, service: str | None = None
) -> tuple[NoticeDue, ...]:
    """Those of one auto: by who is liable, in which service, and whether the autuado was handed his
    copy. A service that is not known is taken to be any."""
    return tuple(
        row
        for row in notice_deadlines(rulebook)
        if (not row.roles or role in row.roles)
        and not (service and row.services and service not in row.services)
        and not (row.when == "sem-entrega" and handed_over)
    )


def due_of(
    rulebook: Rulebook,
    row: NoticeDue,
    *,
    happened_on: date,
    drawn_on: date,
    office: OfficeDays | None = None,
) -> dict[str, Any]:
    """{"id","ato","label","due": ISO day or null,"why","late","cites"}: the last day of a notice
    that is owed, or why it has none."""
    found, why, cites = None, row.unknown, row.cites
    if row.ato:
        deadline = rulebook.deadline(row.ato)
        start = {"constatacao": happened_on, "lavratura": drawn_on}.get(row.starts)
        cites = tuple(dict.fromkeys((*row.cites, *deadline.cites)))
        if deadline.unknown:
            why = deadline.unknown
        elif start is None:
            why = "O prazo conta da juntada da notificação aos autos, que ainda não houve."
        else:
            answer = due(rulebook, row.ato, start, office or office_days(rulebook))
            found, why = answer.due, answer.reason
    return {
        "id": row.id,
        "ato": row.ato,
        "label": row.label,
        "due": found.isoformat() if found else None,
        "why": why,
        "late": row.late,
        "cites": list(cites),
    }
