import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: 'Foto' },
  login: {
    action: 'Accedi',
    password: 'Password',
    showPassword: 'Mostra password',
    stay: 'Resta connesso',
    tryAgainIn: (time) => `Riprova tra ${time}.`,
  },
  errors: {
    wrongPassword: 'La password è sbagliata.',
    loggedOut: 'La sessione è terminata. Accedi di nuovo.',
    otherSite:
      'Il servizio crede che questa pagina sia di un altro sito. Aprila al suo indirizzo; un proxy deve trasmettere l’host.',
    folderGone: 'Questa cartella non esiste. Forse è stata spostata o eliminata.',
    pictureGone: 'Questa foto non esiste. Forse è stata spostata o eliminata.',
    frameGone: 'Questa cornice non esiste.',
    folderName:
      'Scegli un altro nome: senza < > : " | ? * \\, senza spazi né punti all’inizio o alla fine, e non troppo lungo.',
    noPicture: 'Non è un’immagine che si può mostrare.',
    tooLarge: 'Il file è troppo grande.',
    tooMany: 'È troppo in una volta. Seleziona di meno.',
    tooManyLogins: 'Troppe password sbagliate.',
    busy: 'Il servizio è occupato. Riprova tra un momento.',
    disk: 'Il disco non funziona: forse è pieno, protetto da scrittura o scollegato.',
    refused: 'Il servizio non può farlo. Ricarica la pagina e riprova.',
    failed: 'Qualcosa è andato storto nel servizio. Il suo registro dice di più.',
    unexpected: 'Qualcosa è andato storto. Ricarica la pagina.',
    offline: 'Il servizio non risponde. Controlla di essere nella sua rete.',
    otherAnswer: (status) =>
      `Qualcosa lungo il percorso ha risposto al posto del servizio (stato ${status}). Riprova tra un momento.`,
  },
})

export const slideshow: SlideshowMessages = {
  title: 'Cornice per foto',
  waiting: 'In attesa di {} …',
  wrong: 'Non compreso: {}',
  failed: 'Il servizio ha un problema. Il suo registro dice di più.',
  noPictures: 'Ancora nessuna foto',
  noPicturesIn: 'Ancora nessuna foto in {}',
  none: 'O nessuna adatta alle impostazioni della cornice.',
  open: 'Apri {} su un telefono o computer e accedi per aggiungerne.',
  scan: 'Apri {} su un telefono o computer, o scansiona il codice, e accedi per aggiungerne.',
  copy: 'O copiale nella cartella uploads, con un gestore di file, Samba o rsync: appaiono in pochi secondi.',
  send: 'O inviale con HTTPie:',
  name: 'Nome di questa cornice',
  save: 'Salva',
  no: 'No',
  again: 'Riprova.',
}
