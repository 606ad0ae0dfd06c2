// What the browser must offer. Without one of these the app would lose data, so it does not start.

/** The problem to show, or null when this browser and this address will do. */
export async function findProblem() {
  if (!window.isSecureContext) return insecureAddress();
  const missing = [];
  if (!("serviceWorker" in navigator)) missing.push("service worker");
  if (!navigator.storage?.getDirectory) missing.push("OPFS");
  if (!window.indexedDB) missing.push("IndexedDB");
  if (typeof WebAssembly !== "object") missing.push("WebAssembly");
  if (!(await signsEd25519())) missing.push("Ed25519");
  return missing.length ? unsupportedBrowser(missing) : null;
}

async function signsEd25519() {
  try {
    await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}

function insecureAddress() {
  return {
    title: "Este endereço não é seguro",
    lines: [
      `A página foi aberta em ${location.origin}. O navegador só guarda dados no aparelho e só ` +
        "abre sem sinal em endereços que começam com https:// (ou no próprio computador, em " +
        "http://localhost).",
      "Use o endereço https:// da Prancheta que a prefeitura informou.",
      "Quem administra o servidor: ponha um certificado no servidor ou, para experimentar num " +
        "telefone da mesma rede, inicie com make run HOST=<endereço deste computador> e instale " +
        "no telefone o certificado que ele indica.",
    ],
  };
}

export function unsupportedBrowser(missing) {
  return {
    title: "Este navegador não serve para a Prancheta",
    lines: [
      "Ele não guarda dados no aparelho com segurança. Se a janela é anônima ou privada, abra " +
        "numa janela comum.",
      "Funcionam: Chrome ou Edge 137 ou mais novo, Firefox 130 ou mais novo, Safari 17 ou mais " +
        "novo. Atualize o navegador e abra este endereço de novo.",
    ],
    detail: `Falta: ${missing.join(", ")}\n${navigator.userAgent}`,
  };
}

export function loadFailure(reason) {
  const offline = navigator.onLine === false;
  return {
    title: "Não foi possível abrir a Prancheta",
    lines: [
      offline
        ? "O aparelho está sem sinal e a Prancheta ainda não foi baixada por inteiro aqui. " +
          "Conecte-se uma vez; depois ela abre sem sinal."
        : "O download ou o início falhou no meio. Nada do que já estava salvo se perdeu.",
    ],
    retry: true,
    detail: reason,
  };
}
