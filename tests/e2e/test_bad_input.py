"""What people type, pick and break by mistake: a clear message each time, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from PIL import Image

from tests.support.inspector import Inspector, TownData

JANUARIA = 3135209
# Overwrites the beginning of the database of a closed app; gives its size in bytes.
SPOIL = """async () => {
  const find = async (folder) => {
    for await (const entry of folder.values()) {
      if (entry.kind === 'file' && entry.name === 'campo.db') return entry;
      const found = entry.kind === 'directory' && await find(entry);
      if (found) return found;
    }
  };
  const file = await find(await navigator.storage.getDirectory());
  const size = (await file.getFile()).size;
  for (let tries = 0; ; tries++) {
    try {
      const pen = await file.createWritable({ keepExistingData: true });
      await pen.write({ type: 'write', position: 0, data: new Uint8Array(20000).fill(120) });
      await pen.close();
      return size;
    } catch (error) {
      if (tries > 20) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}"""


def test_a_vehicle_unknown_here_is_typed_in_and_nonsense_is_sent_back_with_the_reason(at_work):
    inspector: Inspector = at_work()
    inspector.opens_the_app().enters()
    screen = inspector.screen
    screen.write("Placa do veículo", "AB12")
    assert not screen.has("Abrir placa")
    screen.write("Placa do veículo", "1234567").tap("Abrir placa 1 2 3 4 5 6 7")
    screen.sees("Veículo fora do cadastro")
    screen.write("Ano de fabricação", "2031").write("Ano-modelo", "20")
    screen.tap("Começar a vistoria").sees("Corrija a placa, o ano-modelo e o ano de fabricação")
    screen.sees("Ano de fabricação 2031 está no futuro").sees("escreva os quatro números do ano")
    screen.photograph("veiculo_novo_com_erros")
    screen.write("Placa", "PRK2E60", exact=True).write("Ano de fabricação", "2020")
    screen.write("Ano-modelo", "2021").write("Marca e modelo", "Iveco Daily Escolar")
    screen.sees("Confira o final do chassi").tap("Começar assim mesmo").sees("respondidos")
    inspector.answers("Conforme", 1, 1)
    inspector.device.kill()
    inspector.opens_the_app().enters().resumes("PRK2E60")
    inspector.screen.sees("1 de 38")


def test_a_photo_that_is_none_is_refused_in_words_and_the_answers_stay(at_work, tmp_path: Path):
    inspector: Inspector = at_work()
    (plate, *_) = TownData.of(inspector.server).vans_in_order(3302601)
    inspector.opens_the_app().enters().starts_a_vistoria(plate).answers("Conforme", 1, 2)
    for name, content, complaint in (
        ("vazia.jpg", b"", "A foto veio vazia"),
        ("carta.jpg", b"Prezado fiscal, " * 400, "não é uma foto"),
        ("enorme.jpg", bytes(40_000_000), "A foto é grande demais (40 MB)"),
    ):
        picture = tmp_path / name
        picture.write_bytes(content)
        inspector.picks_a_photo(picture)
        inspector.screen.sees(complaint, timeout_ms=60_000)
    good = tmp_path / "boa.png"
    Image.new("RGB", (800, 600), "navy").save(good)
    another = tmp_path / "outra.png"
    Image.new("RGB", (800, 600), "maroon").save(another)
    inspector.photographs(good)
    screen = inspector.screen.no_longer_sees("grande demais")
    inspector.answers("Não conforme", 3, 3)
    inspector.picks_a_photo(another, "Foto da não conformidade")  # the next item is on screen
    screen.pause(600)
    screen.tap("Item anterior").sees("Apagar Foto 2 de 2")
    inspector.device.kill()
    inspector.opens_the_app().enters().resumes(plate)
    inspector.screen.sees("3 de 38")


def test_a_corrupted_database_is_set_aside_and_exported_and_the_work_goes_on(at_work):
    inspector: Inspector = at_work("januaria")
    device, server = inspector.device, inspector.server
    first, second = TownData.of(server).vans_in_order(JANUARIA, "taxi")[:2]
    inspector.opens_the_app().enters().starts_a_vistoria(first)
    inspector.answers_the_rest().signs_and_concludes()
    inspector.screen.sees("APROVADO").tap("Próximo veículo").sees("tudo enviado")

    page = device.open_tab(f"{server.url}/painel/entrar").page
    inspector.screen.page.close()
    assert page.evaluate(SPOIL) > 50_000
    server.stop()
    device.set_offline()
    inspector.opens_the_app().enters()
    screen = inspector.screen
    screen.sees("O arquivo de dados estava danificado e foi posto de lado").tap("Abrir Aparelho")
    screen.sees("O navegador não garante guardar os dados").sees("ao fim de cada turno")
    with screen.page.expect_download() as download:
        screen.tap("Exportar")
    assert download.value.suggested_filename.startswith("campo.db.")
    assert download.value.path().stat().st_size > 50_000
    screen.tap("Voltar")

    inspector.starts_a_vistoria(second).answers_the_rest().signs_and_concludes()
    screen.sees("APROVADO").tap("Próximo veículo")
    server.start()
    device.set_offline(False)
    screen.sees("tudo enviado", timeout_ms=90_000)
    town = TownData.of(server)
    rows = town.rows("select kind, device_seq, flags from records order by device_seq")
    assert [tuple(row) for row in rows] == [("vistoria", 1, "[]"), ("vistoria", 2, "[]")]


def test_a_full_disk_is_said_and_what_was_shown_as_saved_is_still_there(at_work, tmp_path: Path):
    inspector: Inspector = at_work("januaria")
    (plate, *_) = TownData.of(inspector.server).vans_in_order(JANUARIA, "taxi")
    inspector.opens_the_app().enters().starts_a_vistoria(plate)
    inspector.answers("Conforme", 1, 2, 11)
    picture = tmp_path / "foto.png"
    Image.effect_noise((1500, 1100), 90).convert("RGB").save(picture)
    inspector.device.kill()

    # Chromium gives an open file room for a megabyte at once: it must not have grown yet.
    inspector.opens_the_app()
    inspector.device.limit_storage(inspector.server.url, 1)
    inspector.enters().resumes(plate)
    screen = inspector.screen
    inspector.picks_a_photo(picture)
    screen.sees("Sem espaço no aparelho para a foto")
    # What is short may still fit into the pages that the database has; they come to an end.
    for time in range(6):
        inspector.notes(f"Nota {time}: {'ferrugem, ' * 98}")
        if screen.sees_any("Não foi salvo", f"Nota {time}: ferrugem") == "Não foi salvo":
            break
    screen.sees("Não foi salvo").sees("Libere 50 MB")
    screen.photograph("disco_cheio")
    screen.tap("Salvar de novo").sees("Não foi salvo")
    inspector.device.limit_storage(inspector.server.url, None)
    screen.tap("Salvar de novo").no_longer_sees("Não foi salvo")
    inspector.device.kill()
    inspector.opens_the_app().enters().resumes(plate)
    inspector.screen.sees("2 de 11").sees(f"Nota {time}: ferrugem")
    inspector.photographs(picture)


def test_an_enrolment_cut_while_its_data_come_goes_on_where_it_was(just_opened):
    phone, server = just_opened
    asked = []

    def two_small_pages(route) -> None:
        asked.append(parse_qs(urlsplit(route.request.url).query, keep_blank_values=True))
        if len(asked) == 3:
            route.abort()
        else:
            route.continue_(url=route.request.url.replace("limit=1000", "limit=20"))

    inspector = Inspector(phone, server)
    code = server.new_code(inspector.municipality)
    phone.route("**/api/v1/changes?**", two_small_pages)
    inspector.screen = phone.open(f"{server.url}/app/?codigo={code}").ready()
    inspector.screen.tap("Cadastrar aparelho").sees("O que já veio está guardado")
    inspector.screen.photograph("cadastro_cortado")
    phone.kill()

    inspector.screen = phone.open(f"{server.url}/app/").ready()
    inspector.screen.sees("Primeira vez neste aparelho", timeout_ms=60_000)
    inspector.first_time_here()
    (plate, *_) = TownData.of(server).vans_in_order(3302601)
    inspector.starts_a_vistoria(plate)
    assert asked[0]["cursor"] == [""]
    assert asked[1]["cursor"] != asked[2]["cursor"] != [""]
    devices = TownData.of(server).rows("select id from devices")
    assert len(devices) == 1
