"""What the server notices about a record that it keeps all the same; the back office says it."""

from __future__ import annotations

FLAGS = {
    "chain.prev": "O elo com o registro anterior do aparelho não confere.",
    "chain.next": "O registro seguinte do aparelho não aponta para este.",
    "chain.fork": "O aparelho assinou outro registro com este mesmo número de ordem.",
    "clock.future": "A hora do registro estava adiantada em relação ao servidor.",
    "clock.went_back": "O relógio do aparelho andou para trás.",
    "clock.before_previous": "A hora é anterior à do registro anterior do mesmo aparelho.",
    "clock.after_next": "A hora é posterior à do registro seguinte do mesmo aparelho.",
    "selo.date_inverted": (
        "A data do selo não acompanha a ordem em que o aparelho emitiu: o relógio andou errado."
    ),
    "device.revoked": "O aparelho já estava bloqueado quando entregou este registro.",
    "agent.unknown": "A matrícula do agente não está no cadastro.",
    "agent.inactive": "O agente estava inativo quando o registro chegou.",
    "rulebook.unknown": "A lei aplicada não é nenhuma das versões que o servidor distribuiu.",
    "vehicle.new": "Veículo digitado em campo: não estava no cadastro.",
    "vehicle.duplicate_plate": "Já havia outro veículo com esta placa no cadastro.",
    "vehicle.plate_differs": "A placa não é a que está no cadastro deste veículo.",
    "selo.vistoria_missing": "A vistoria deste selo ainda não chegou.",
    "selo.vistoria_not_approved": "A vistoria deste selo não foi aprovada.",
    "selo.second": "Esta vistoria tem dois selos, e nenhum foi emitido no lugar do outro.",
    "selo.replaced_twice": "Dois selos foram emitidos no lugar do mesmo: confira qual vale.",
    "selo.replaces_other": "O selo que este substitui é de outra vistoria ou tem outras datas.",
    "revoke.target_missing": "O selo cancelado ainda não chegou.",
    "revoke.other_vehicle": "O número cancelado é do selo de outro veículo: ele continua valendo.",
    "auto.number_not_granted": "O número não é de nenhum bloco entregue a este aparelho.",
    "auto.number_repeated": "Há outro auto com este mesmo número.",
    "auto.number_out_of_order": "O número não acompanha a ordem em que o aparelho lavrou.",
    "auto.clock_went_back": "O relógio do aparelho andou para trás desde o auto anterior.",
    "auto.after_block": "Lavrado depois que o aparelho foi bloqueado.",
    "auto.vistoria_annulled": "A vistoria de que este auto saiu foi anulada.",
    "auto.conduct_differs": (
        "Valor, pontos ou gravidade não são os que a lei citada dá para esta infração naquele dia."
    ),
    "auto.times_differ": "As horas da infração, da lavratura e do registro não combinam.",
    "auto.signed_in_future": (
        "O auto traz um dia que ainda não tinha chegado: o relógio do aparelho estava errado. A "
        "assinatura do autuado não conta para o prazo de defesa: registre no auto o dia certo."
    ),
    "auto.copy_repeated": "O QR da cópia deste auto abre também outro auto.",
    "agent.two_devices": (
        "A mesma matrícula assinou em outro aparelho com minutos de diferença."
    ),
    "place.mocked": "O aparelho disse que a posição era simulada.",
    "place.far": (
        "Longe demais do lugar do registro anterior (ou do outro aparelho da matrícula) para o "
        "tempo que passou."
    ),
    "ciencia.auto_missing": "O auto desta ciência ainda não chegou.",
    "ciencia.before_auto": (
        "A ciência traz um dia anterior ao do auto: não conta para o prazo de defesa."
    ),
    "ciencia.future": (
        "A ciência traz um dia que ainda não tinha chegado: o relógio do aparelho estava errado. "
        "Não conta para o prazo de defesa: registre no auto o dia certo."
    ),
    "medida.target_missing": "A medida liberada ainda não chegou.",
    "medida.other_vehicle": (
        "A medida liberada é de outro auto ou de outro veículo: ela continua em vigor."
    ),
    "annul.target_missing": "O registro anulado ainda não chegou.",
    "annul.differs": (
        "A anulação diz outra espécie ou outro número: confira se era este o registro."
    ),
    "projection.failed": "Registro guardado; a ficha do veículo não pôde ser atualizada.",
}
EVIDENCE = {
    "record.conflict": "Outro conteúdo com um número de registro já usado.",
    "head.went_back": "O aparelho declarou menos registros do que antes (cópia antiga?).",
    "device.readmitted": (
        "O servidor não lembrava deste aparelho e o reconheceu pelo certificado: parece ter "
        "voltado de uma cópia antiga. Se o aparelho estava bloqueado, bloqueie-o de novo."
    ),
    "device.blocked_again": (
        "O aparelho tinha sido bloqueado e o servidor, que parece ter voltado de uma cópia antiga, "
        "não lembrava: foi bloqueado de novo."
    ),
}


def describe(code: str) -> str:
    return FLAGS.get(code) or EVIDENCE.get(code) or code
