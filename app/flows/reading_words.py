"""What the screen says of a selo that was read: one word that one sees from afar, and the rest."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sync.records.check import SealCheck
from sync.records.check_words import age_words

WORDS = {
    "good": "VÁLIDO",
    "provisional": "VÁLIDO, COM EXIGÊNCIA",
    "list_old": "VÁLIDO, MAS A LISTA É VELHA",
    "clock_behind": "VÁLIDO, MAS O RELÓGIO ESTÁ ERRADO",
    "expired": "VENCIDO",
    "revoked": "CANCELADO",
    "key_revoked": "CANCELADO",
    "bad_signature": "FALSO",
    "altered": "ADULTERADO",
    "other_vehicle": "DE OUTRO VEÍCULO",
    "other_seal": "NÚMERO DE OUTRO SELO",
    "not_yet": "AINDA NÃO VALE",
    "not_ours": "NÃO É UM SELO",
    "other_host": "NÃO É DA PREFEITURA",
    "unreadable": "CÓDIGO INCOMPLETO",
    "other_town": "DE OUTRO MUNICÍPIO",
    "typed_unknown": "NÚMERO DESCONHECIDO",
}
UNCHECKED = "NÃO CONFERIDO"

TYPED = {
    "typed_known": (
        "No cadastro deste aparelho o selo nº {serial} vale até {until}. O QR não foi lido, e sem "
        "ele não se sabe se este selo é o verdadeiro."
    ),
    "typed_unknown": (
        "O selo nº {serial} não está no cadastro deste aparelho. Confira o número; se está certo, "
        "sincronize com sinal ou leia o QR."
    ),
}


def headline(check: SealCheck) -> str:
    return WORDS.get(check.reason, UNCHECKED)


def lists_words(check: SealCheck, timezone: str) -> str:
    """ "Listas de selos de 28/11/2026, há 2 dias."; says so where there are none."""
    if check.data_at is None or check.data_age is None:
        return "Não há listas de selos neste aparelho."
    return dated_lists("Listas de selos", check.data_at, check.data_age, timezone) + "."


def dated_lists(what: str, issued_at: datetime, age: timedelta, timezone: str) -> str:
    day = issued_at.astimezone(ZoneInfo(timezone))
    return f"{what} de {day.day:02}/{day.month:02}/{day.year:04}, {age_words(age)}"
