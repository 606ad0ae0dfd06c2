"""What a check of a selo says, in Portuguese, by its reason code. Codes are stable."""

from __future__ import annotations

from datetime import date, timedelta

from sync.records.seal import SealPayload

COLOUR_WORDS = {"verde": "VERDE", "ambar": "ÂMBAR", "vermelho": "VERMELHO", "cinza": "CINZA"}

SENTENCES = {
    # verde, and the first half of âmbar
    "good": "Selo válido até {until}.",
    "provisional": "Aprovado com exigência: vale até {until}.",
    # âmbar
    "list_old": (
        "Mas a lista de selos deste aparelho está velha: um cancelamento recente pode faltar. "
        "Sincronize com sinal."
    ),
    "clock_behind": (
        "Mas o relógio deste aparelho está atrasado em relação à lista de selos. Acerte a data e a "
        "hora."
    ),
    # vermelho
    "expired": "A vistoria valia até {until}. O veículo precisa passar por outra.",
    "revoked": "Este selo foi cancelado pela secretaria. O veículo precisa de outro.",
    "key_revoked": (
        "O aparelho que assinou este selo foi bloqueado, e a vistoria não tinha chegado à "
        "secretaria. O veículo precisa de outro selo."
    ),
    "bad_signature": "A assinatura não confere: este selo não foi feito pela prefeitura.",
    "altered": "O código foi alterado: nenhum selo da prefeitura é assim.",
    "other_vehicle": "Este selo é de outro veículo, e não do que está sendo conferido.",
    "other_seal": "O número deste selo pertence a outro selo, já registrado.",
    "not_yet": (
        "O selo só valeria a partir de {inspected}, que ainda não chegou. Confira a data deste "
        "aparelho; se estiver certa, avise a secretaria."
    ),
    # cinza
    "unknown_key": (
        "O aparelho que assinou este selo não está na lista que há aqui: não dá para dizer se é "
        "bom. Sincronize com sinal e confira de novo."
    ),
    "newer_version": (
        "O selo foi feito por uma versão mais nova da Prancheta, que este ainda não lê. Atualize."
    ),
    "not_ours": "Este código não é de um selo de vistoria. Ele não foi aberto.",
    "other_host": (
        "O código tem a forma de um selo, mas aponta para um endereço que não é o da prefeitura. "
        "Ele não foi aberto."
    ),
    "unreadable": "O código está incompleto: não dá para ler o selo. Leia o QR de novo, de perto.",
    "other_town": "Este selo é de outro município, cuja lista não há aqui.",
    "no_lists": "Ainda não há lista de selos aqui para conferir. Sincronize com sinal.",
    "lists_differ": (
        "O aparelho que assinou este selo foi bloqueado, e a lista que diz quais selos dele ainda "
        "valem não chegou. Sincronize com sinal e confira de novo."
    ),
}  # fmt: skip


def compare_words(payload: SealPayload) -> str:
    """What to hold against the vehicle: a good signature may stand on a copy."""
    return (
        f"Compare com o veículo: placa {payload.plate} e chassi que termina em "
        f"{payload.chassis_tail}. Se algum não for igual, o selo é de outro veículo."
    )


def age_words(age: timedelta) -> str:
    """ "há 3 horas": an age as people say it, never rounded up."""
    minutes = int(age.total_seconds() // 60)
    if minutes < 1:
        return "há menos de um minuto"
    for size, one, many in ((1440, "dia", "dias"), (60, "hora", "horas"), (1, "minuto", "minutos")):
        if minutes >= size:
            count = minutes // size
            return f"há {count} {one if count == 1 else many}"
    raise AssertionError


def br_day(day: date) -> str:
    iso = day.isoformat()
    return f"{iso[8:10]}/{iso[5:7]}/{iso[:4]}"
